/** Plinth in a Koa application. Koa sends the status, headers and message of an error of `authenticate`. */
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { ADMIN, createPlinth } from '@plinth/service'
import Koa from 'koa'

const plinth = createPlinth({ dataDir: process.env.DATA_DIR ?? './data', announce: console.log })
await plinth.start() // checks the settings, migrates the database and starts the plugins; opens no port

const app = new Koa()
app.use(
  ({ req, res }, next) =>
    new Promise((resolve, reject) => {
      res.once('close', resolve)
      plinth.handler(req, res, () => next().then(resolve, reject)) // requests below /api never reach next()
    }),
)

app.use(async (context, next) => {
  if (context.path !== '/machines') return next()
  const caller = await plinth.authenticate(context.req, { maxLevel: ADMIN })
  context.body = { machines: ['press', 'oven'], for: caller.kind === 'user' ? caller.username : caller.role.name }
})

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log('listening', server.address())
})

process.once('SIGTERM', async () => {
  server.close() // accepts no more connections
  await Promise.race([once(server, 'close'), setTimeout(8_000, undefined, { ref: false })]) // lets requests finish
  server.closeAllConnections()
  await plinth.stop() // last: requests still use Plinth
})
