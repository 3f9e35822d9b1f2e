/**
 * Plinth in a Fastify application, through its middleware adapter. What `authenticate` throws becomes Fastify's own
 * answer.
 */
import middie from '@fastify/middie'
import { ADMIN, createPlinth } from '@plinth/service'
import Fastify from 'fastify'

const plinth = createPlinth({ dataDir: process.env.DATA_DIR ?? './data', announce: console.log })
await plinth.start() // checks, migrates, boots; opens no port

const app = Fastify({ forceCloseConnections: 'idle' })
await app.register(middie)
app.use(plinth.handler) // it answers below /api and hands everything else on

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
  await app.close() // waits for requests under way
  await plinth.stop() // last: requests still use Plinth
})
