/**
 * Plinth in a Fastify application, through Fastify's middleware adapter. Fastify sends the errors of `authenticate` as
 * responses.
 */
import middie from '@fastify/middie'
import { ADMIN, createPlinth } from '@plinth/service'
import Fastify from 'fastify'

const plinth = createPlinth({ dataDir: process.env.DATA_DIR ?? './data', announce: console.log })
await plinth.start() // checks the settings, migrates the database and starts the plugins; opens no port

const app = Fastify({ forceCloseConnections: 'idle' })
await app.register(middie)
app.use(plinth.handler) // handles requests below /api and passes the others on

app.get('/machines', async (request) => {
  const caller = await plinth.authenticate(request.raw, { maxLevel: ADMIN })
  return { machines: ['press', 'oven'], for: caller.kind === 'user' ? caller.username : caller.role.name }
})

app.post('/echo', async (request, reply) => {
  reply.code(201)
  return { query: request.query, body: request.body }
})

await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' })
console.log('listening', app.server.address())

process.once('SIGTERM', async () => {
  setTimeout(() => app.server.closeAllConnections(), 8_000).unref() // of clients that send nothing
  await app.close() // waits for running requests
  await plinth.stop() // last: requests still use Plinth
})
