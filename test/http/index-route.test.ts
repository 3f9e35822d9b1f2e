import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKernel } from '@plinth/kernel'
import { createPlinth, createStandardKernel } from '@plinth/service'
import { startTestApp, TEST_PASSWORD, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'

const [database] = testDatabases
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const INDEX = {
  name: 'Plinth',
  console: '/api/console',
  docs: '/api/docs',
  openapi: '/api/openapi.json',
  health: '/api/health/ready',
}

/** Sends a request without following redirects. */
const request = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers, redirect: 'manual' })

describe('the index route, at the root of the service and of the REST API,', () => {
  if (!database) throw new Error('no database')
  let app: App
  before(async () => {
    app = await startApp({ database, settings: { corsOrigins: ['https://panel.plant.test'] } })
  })
  after(() => app.stop())

  for (const path of ['/', '/api', '/api/']) {
    it(`redirects a browser to the console: ${path}`, async () => {
      const response = await request(new URL(path, app.url).href, BROWSER)

      expect([response.status, response.headers.get('location')]).to.deep.equal([302, '/api/console'])
      expect(response.headers.get('vary')).to.equal('Accept')
    })
  }

  for (const path of ['/', '/api', '/api/']) {
    it(`lists links for programs: ${path}`, async () => {
      const response = await request(new URL(path, app.url).href)

      expect([response.status, await response.json()]).to.deep.equal([200, INDEX])
    })
  }

  it('matches its documentation, and all its links work', async () => {
    const { body: index } = await app.get('/')

    const responses = await Promise.all(
      [index.console, index.docs, index.openapi, index.health].map((path) => request(new URL(path, app.url).href)),
    )
    expect(responses.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200])
  })

  it('sends Vary for the origin too when CORS origins are listed', async () => {
    const { headers } = await request(app.url, { Origin: 'https://panel.plant.test' })

    expect(headers.get('vary')).to.equal('Origin, Accept')
  })

  it('is served below another base path, and still at the root', async () => {
    const other = await startTestApp({
      database,
      kernel: (options) => createStandardKernel({ ...options, basePath: '/plant/v1' }),
    })

    const responses = await Promise.all(
      ['/', '/plant/v1'].map((path) => request(new URL(path, other.url).href, BROWSER)),
    )

    await other.stop()
    const locations = responses.map(({ headers }) => headers.get('location'))
    expect(locations).to.deep.equal(['/plant/v1/console', '/plant/v1/console'])
  })

  it('redirects a browser to the API page when the console is off', async () => {
    const off = await startApp({ database, settings: { console: false } })

    const response = await request(new URL('/', off.url).href, BROWSER)

    await off.stop()
    expect(response.headers.get('location')).to.equal('/api/docs')
  })

  it('redirects a browser to the OpenAPI document if no plugin has an API page', async () => {
    const kernelOnly = await startTestApp({ database, kernel: createKernel })

    const responses = [
      await request(new URL('/', kernelOnly.url).href, BROWSER),
      await request(new URL('/', kernelOnly.url).href),
    ]

    await kernelOnly.stop()
    expect(responses[0]?.headers.get('location')).to.equal('/api/openapi.json')
    const { console: _, docs: __, ...withoutPage } = INDEX
    expect(await responses[1]?.json()).to.deep.equal(withoutPage)
  })

  it('is not served at the root of a host', async () => {
    const tempDatabase = await database.create()
    const { url: databaseUrl, dataDir } = tempDatabase
    const plinth = createPlinth({ databaseUrl, dataDir, sudoPassword: TEST_PASSWORD, bcryptCost: 4 })
    await plinth.start()
    const host = createServer((request, response) => plinth.handler(request, response, () => response.end('host')))
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`

    const root = await request(url, BROWSER)
    const apiRoot = await request(`${url}/api`, BROWSER)

    expect(await root.text()).to.equal('host')
    expect(apiRoot.headers.get('location')).to.equal('/api/console')
    host.close()
    host.closeAllConnections()
    await plinth.stop()
    await tempDatabase.drop()
  })
})
