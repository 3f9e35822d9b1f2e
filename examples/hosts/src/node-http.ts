/** Plinth in a plain node:http server: the REST API below /api, and a guarded route of the application. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { ADMIN, createPlinth } from '@plinth/service'

const plinth = createPlinth({ dataDir: process.env.DATA_DIR ?? './data', announce: console.log })
const adminsOnly = plinth.requireLevel(ADMIN)

function machines(request: IncomingMessage, response: ServerResponse) {
  const caller = plinth.principalOf(request)
  const body = { machines: ['press', 'oven'], for: caller.kind === 'user' ? caller.username : caller.role.name }
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))
}

const server = createServer((request, response) => {
  plinth.handler(request, response, () => {
    if (request.url === '/machines') adminsOnly(request, response, () => machines(request, response))
    else response.writeHead(404).end('Not found\n')
  })
})

await plinth.start() // checks the settings, migrates the database and starts the plugins; opens no port
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => console.log('listening', server.address()))

process.once('SIGTERM', async () => {
  server.close() // accepts no more connections
  await Promise.race([once(server, 'close'), setTimeout(8_000, undefined, { ref: false })]) // lets requests finish
  server.closeAllConnections()
  await plinth.stop() // last: requests still use Plinth
})
