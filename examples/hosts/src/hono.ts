/** Plinth in a Hono application on Node. `authenticate` accepts Hono's Fetch API `Request`. */
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { type HttpBindings, serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { ADMIN, createPlinth, PlinthError } from '@plinth/service'
import { Hono } from 'hono'

const plinth = createPlinth({ dataDir: process.env.DATA_DIR ?? './data', announce: console.log })
await plinth.start() // checks the settings, migrates the database and starts the plugins; opens no port

const app = new Hono<{ Bindings: HttpBindings }>()
app.all('/api/*', ({ env }) => {
  plinth.handler(env.incoming, env.outgoing)
  return RESPONSE_ALREADY_SENT
})

app.get('/machines', async (context) => {
  const caller = await plinth.authenticate(context.req.raw, { maxLevel: ADMIN })
  return context.json({
    machines: ['press', 'oven'],
    for: caller.kind === 'user' ? caller.username : caller.role.name,
  })
})

app.onError((error) => {
  if (!(error instanceof PlinthError)) throw error
  const { status, headers } = error
  return Response.json(error, { status, headers }) // its JSON is the error body of the REST API
})

const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1' }, (address) => {
  console.log('listening', address)
})

process.once('SIGTERM', async () => {
  server.close() // accepts no more connections
  await Promise.race([once(server, 'close'), setTimeout(8_000, undefined, { ref: false })]) // lets requests finish
  if ('closeAllConnections' in server) server.closeAllConnections()
  await plinth.stop() // last: requests still use Plinth
})
