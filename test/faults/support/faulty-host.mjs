/** A program that embeds Plinth, with a plugin whose routes throw. Prints its URL. */
import { setTimeout as pause } from 'node:timers/promises'
import { definePlugin, defineRoute } from '@plinth/kernel'
import { createPlinth } from '@plinth/service'
import { object } from 'yup'

const CAUSE = 'zebra crossing'

const FAULTS = {
  'at-once': () => {
    throw new Error(CAUSE)
  },
  later: async () => {
    await pause(1)
    throw new Error(CAUSE)
  },
  'in-a-promise': () => Promise.reject(new Error(CAUSE)),
  'in-a-timer': () => {
    setTimeout(() => {
      throw new Error(CAUSE)
    }, 1)
    return {}
  },
}

const faults = definePlugin()({
  name: 'faults',
  routes: () =>
    Object.entries(FAULTS).map(([name, handle]) =>
      defineRoute({
        method: 'GET',
        path: `/faults/${name}`,
        summary: name,
        access: 'public',
        responses: { 200: object({}) },
        handle,
      }),
    ),
})

process.on('uncaughtException', () => console.log('the host caught an exception'))

const plinth = createPlinth({
  dataDir: process.env.DATA_DIR,
  port: 0,
  bcryptCost: 4,
  sudoPassword: 'battery staple 7',
  plugins: [faults],
})
const { port } = await plinth.listen()
console.log(`listening on http://127.0.0.1:${port}/api`)
