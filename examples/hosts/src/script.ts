/** Uses the services without HTTP: prints the roles and the first user. */
import { createPlinth } from '@plinth/service'

const plinth = createPlinth({ dataDir: process.env.DATA_DIR ?? './data', announce: console.log })
await plinth.start() // checks the settings, migrates the database and starts the plugins; opens no port

try {
  const { roleDirectory, userDirectory } = plinth.services
  for (const { name, level } of await roleDirectory.list()) console.log(level, name)
  const sudo = await userDirectory.find('sudo')
  console.log(`${sudo?.username} is a ${sudo?.role.name}`)
} finally {
  await plinth.stop() // closes everything, so that the process can end
}
