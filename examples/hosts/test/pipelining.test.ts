import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import middie from '@fastify/middie'
import { definePlugin, defineRoute } from '@plinth/kernel'
import { expect } from 'chai'
import express from 'express'
import Fastify from 'fastify'
import { object } from 'yup'
import { embeddedPlinth } from './support/embedded-plinth.js'

type Plinth = Awaited<ReturnType<typeof embeddedPlinth>>['plinth']

/** Servers around Plinth. Each handles `/own` itself, and returns the id of the request. */
const HOSTS: Readonly<Record<string, (plinth: Plinth) => Promise<Server>>> = {
  'node:http': async (plinth) =>
    createServer((request, response) =>
      plinth.handler(request, response, () => {
        response.setHeader('X-Request-Id', String(request.headers['x-request-id'])).end('own')
      }),
    ),
  Express: async (plinth) => {
    const app = express().use(plinth.handler)
    app.get('/own', (request, response) => {
      response.set('X-Request-Id', String(request.headers['x-request-id'])).send('own')
    })
    return createServer(app)
  },
  'Express with Plinth mounted at its base path': async (plinth) => {
    const app = express().use('/api', plinth.handler)
    app.get('/own', (request, response) => {
      response.set('X-Request-Id', String(request.headers['x-request-id'])).send('own')
    })
    return createServer(app)
  },
  Fastify: async (plinth) => {
    const app = Fastify()
    await app.register(middie)
    app.use(plinth.handler)
    app.get('/own', async (request, reply) => reply.header('X-Request-Id', request.headers['x-request-id']).send('own'))
    await app.ready()
    return app.server
  },
}

for (const [name, serverWith] of Object.entries(HOSTS)) {
  describe(`a connection to ${name} around Plinth`, () => {
    let embedded: Awaited<ReturnType<typeof embeddedPlinth>>
    let server: Server
    before(async () => {
      embedded = await embeddedPlinth({ plugins: [counting] })
      await embedded.plinth.start()
      server = await serverWith(embedded.plinth)
      await once(server.listen(0, '127.0.0.1'), 'listening')
    })
    after(async () => {
      server.close()
      await embedded.clear()
      server.closeAllConnections()
    })

    it('has its requests served in order and one at a time, including those to routes of the host', async () => {
      const paths = ['/api/counted', '/own', '/api/counted', '/api/health/live', '/api/nothing']
      const ids = Array.from({ length: 600 }, (_, number) => `packet-${number}`)
      maxConcurrent = 0

      const responses = await send(server, ids.map((id, number) => get(paths[number % 5] ?? '', id)).join(''), 600)

      expect(responses.ids).to.deep.equal(ids)
      expect(maxConcurrent).to.equal(1)
    })

    for (const path of [
      '/api/users/%2e%2e/metrics',
      '/api/users/..\\metrics',
      '/api/users//',
      '/api/users;/',
      '/api/m%65trics',
    ]) {
      it(`is closed after a request for ${path}, which a router of the host may have read differently`, async () => {
        const responses = await send(server, get(path, 'odd-path') + get('/api/health/live', 'hidden-0001'))

        expect([responses.statuses, responses.ids]).to.deep.equal([[400], ['odd-path']])
      })
    }

    for (const count of [101, 999, 1_000, 2_000]) {
      it(`is closed after a request with ${count} header lines`, async () => {
        const responses = await send(server, get('/api/health/live', 'many-lines', count) + get('/own', 'hidden-0001'))

        expect(responses.statuses).to.deep.equal([431])
        expect(['many-lines', undefined]).to.include(responses.ids[0]) // newer Node versions refuse it themselves
      })
    }

    it('is closed after a request with more header lines than the maxHeadersCount of the host', async () => {
      server.maxHeadersCount = 20

      const fewer = await send(server, get('/api/health/live', 'fewer-lines', 19), 1)
      const responses = await send(server, get('/api/health/live', 'many-lines', 21))

      server.maxHeadersCount = null
      expect(fewer.statuses).to.deep.equal([200])
      expect(responses.statuses).to.deep.equal([431])
      expect(['many-lines', undefined]).to.include(responses.ids[0]) // newer Node versions refuse it themselves
    })
  })
}

let concurrent = 0
let maxConcurrent = 0

/** A plugin whose route counts how many of its requests are served concurrently. */
const counting = definePlugin()({
  name: 'counting',
  routes: () => [
    defineRoute({
      method: 'GET',
      path: '/counted',
      summary: 'Counts',
      access: 'public',
      responses: { 200: object({}) },
      handle: async () => {
        concurrent += 1
        maxConcurrent = Math.max(maxConcurrent, concurrent)
        await turn()
        concurrent -= 1
        return {}
      },
    }),
  ],
})

function get(path: string, id: string, lineCount = 2): string {
  const empty = Array.from({ length: lineCount - 2 }, () => 'x:')
  return `${[`GET ${path} HTTP/1.1`, 'Host: plant.test', `X-Request-Id: ${id}`, ...empty].join('\r\n')}\r\n\r\n`
}

/** Sends bytes. Returns the responses, once `count` have arrived or the server has closed the connection. */
async function send(server: Server, bytes: string, count = Number.POSITIVE_INFINITY) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  socket.setEncoding('latin1').write(bytes)
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    if (count < Number.POSITIVE_INFINITY && idsIn(text).length === count) break
  }
  return { ids: idsIn(text), statuses: [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status)) }
}

function idsIn(text: string): string[] {
  return [...text.matchAll(/^x-request-id: (\S+)/gim)].map(([, id]) => String(id))
}
