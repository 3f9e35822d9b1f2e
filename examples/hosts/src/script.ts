/** The services without any HTTP: who is there, and in which roles. */
import { createPlinth } from '@plinth/service'

const plinth = createPlinth({ dataDir: process.env.DATA_DIR ?? './data', announce: console.log })
await plinth.start() // checks, migrates, boots; opens no port

try {
  const { roleDirectory, userDirectory } = plinth.services
  for (const { name, level } of await roleDirectory.list()) console.log(level, name)
  const sudo = await userDirectory.find('sudo')
  console.log(`${sudo?.username} is a ${sudo?.role.name}`)
} finally {
  await plinth.stop() // nothing is left open: the process ends
}
