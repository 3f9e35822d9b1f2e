/** Plinth in an Express application: a middleware, a guard in front of a route, and an error handler. */
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { ADMIN, createPlinth, PlinthError } from '@plinth/service'
import express from 'express'

// announce receives the password of the first user, once
const plinth = createPlinth({ dataDir: process.env.DATA_DIR ?? './data', announce: console.log })
await plinth.start() // checks the settings, migrates the database and starts the plugins; opens no port

const app = express()
app.use(plinth.handler) // at the root: it handles requests under /api and passes the others on
app.use(express.json())

app.get('/machines', plinth.requireLevel(ADMIN), (request, response) => {
  const caller = plinth.principalOf(request)
  response.json({ machines: ['press', 'oven'], for: caller.kind === 'user' ? caller.username : caller.role.name })
})

app.get('/me', async (request, response) => {
  // 'user' accepts users, but no third-party tokens; errors reach the handler below
  const { username } = await plinth.authenticate(request, 'user')
  response.json({ username })
})

app.post('/echo', (request, response) => {
  response.status(201).send({ query: request.query, body: request.body })
})

app.use(((error, _request, response, next) => {
  if (!(error instanceof PlinthError)) return next(error)
  response.status(error.status).set(error.headers).json(error) // its JSON is the error body of the REST API
}) satisfies express.ErrorRequestHandler)

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log('listening', server.address())
})

process.once('SIGTERM', async () => {
  server.close() // accepts no more connections
  await Promise.race([once(server, 'close'), setTimeout(8_000, undefined, { ref: false })]) // lets requests finish
  server.closeAllConnections()
  await plinth.stop() // last: requests still use Plinth
})
