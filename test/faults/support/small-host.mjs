/** A program that embeds Plinth in a server of its own. Prints its URL. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createPlinth } from '@plinth/service'

const plinth = createPlinth({
  databaseUrl: process.env.PLINTH_DATABASE_URL,
  dataDir: process.env.PLINTH_DATA_DIR,
  secretKey: process.env.PLINTH_SECRET_KEY,
  sudoPassword: process.env.PLINTH_SUDO_PASSWORD,
  bcryptCost: 4,
})
await plinth.start()
const server = createServer((request, response) =>
  plinth.handler(request, response, () => response.writeHead(404).end()),
)
await once(server.listen(0, '127.0.0.1'), 'listening')
console.log(`listening on http://127.0.0.1:${server.address().port}/api`)
