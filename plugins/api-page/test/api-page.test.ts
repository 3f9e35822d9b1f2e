import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createKernel, type KernelOptions, type KernelServices, type SettingValues } from '@plinth/kernel'
import { startTestApp, type TestApp, TestClient, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { apiPage } from '../src/index.js'

/** The page is the same on every database. */
const [database] = testDatabases as [(typeof testDatabases)[number]]

type App = TestApp<KernelServices>

const startApp = (settings: SettingValues = {}, options: KernelOptions = {}): Promise<App> =>
  startTestApp({ database, settings, kernel: (defaults) => createKernel({ ...defaults, ...options }).use(apiPage) })

describe('the API page', () => {
  let app: App
  before(async () => {
    app = await startApp()
  })
  after(() => app.stop())

  it('is served without a key, with every file that it loads', async () => {
    const page = await app.get('/docs')
    const files = linksIn(page.text)
    const responses = await Promise.all(files.map((file) => app.get(file.replace('/api', ''))))

    expect(page.headers['content-type']).to.equal('text/html; charset=utf-8')
    expect(files).to.have.lengthOf.above(3)
    expect(responses.map(({ status, headers }) => [status, headers['content-type']])).to.have.deep.members([
      [200, 'text/css; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
      [200, 'image/png'],
    ])
  })

  it('shows the document of its own service', async () => {
    const { text } = await app.get('/docs/start.js')

    expect(text).to.include('"/api/openapi.json"')
  })

  it('sends no request to other servers and runs no third-party script', async () => {
    const [page, script] = [await app.get('/docs'), await app.get('/docs/start.js')]
    const policy = policyOf(String(page.headers['content-security-policy']))

    expect(page.text + script.text).not.to.match(/https?:|["']\/\//)
    expect(page.text).not.to.match(/<script>|<script [^>]*>[^<]|\son\w+=/)
    expect(policy).to.include({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    })
    for (const [directive, sources] of Object.entries(policy))
      expect(sources, directive).not.to.match(/\*|https?:|unsafe-eval/)
  })

  for (const file of [
    ...['nothing.js', 'package.json', 'index.html', 'swagger-initializer.js', 'LICENSE', 'start.js.map', '__proto__'],
    'constructor',
  ]) {
    it(`serves no other file: ${file}`, async () => {
      const response = await app.get(`/docs/${file}`)

      expect([response.status, response.body.code]).to.deep.equal([404, 'NOT_FOUND'])
    })
  }

  for (const file of [
    ...['..%2fpackage.json', '..%2F..%2F..%2Fetc%2Fpasswd', '%2e%2e%2fpackage.json', '..%5cpackage.json'],
    ...['swagger-ui.css%2f..%2fpackage.json', './/package.json'],
  ]) {
    it(`refuses a path outside its files: ${file}`, async () => {
      const response = await app.get(`/docs/${file}`)

      expect([response.status, response.body.code]).to.deep.equal([400, 'BAD_REQUEST'])
    })
  }

  describe('and the document', () => {
    const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync }
    const paths = ['/openapi.json', '/docs', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css', '/docs/start.js']
    const accepted: readonly [accept: string, encoding: 'br' | 'gzip' | undefined][] = [
      ['br', 'br'],
      ['gzip, deflate, br, zstd', 'br'],
      ['GZIP', 'gzip'],
      ['gzip;q=0.5, br;q=0', 'gzip'],
      ['identity', undefined],
      ['br; q = 0.000, gzip;q=0', undefined],
      ['*', undefined],
      ['brr', undefined],
      ['', undefined],
    ]
    for (const [accept, encoding] of accepted) {
      it(`are sent ${encoding ? `as ${encoding}` : 'uncompressed'} to a client that accepts ${JSON.stringify(accept)}`, async () => {
        for (const path of paths) {
          const plain = await getUndecoded(app, path, {})
          const response = await getUndecoded(app, path, { 'Accept-Encoding': accept })

          expect(response.headers.vary, path).to.equal('Accept-Encoding')
          expect(response.headers['content-encoding'], path).to.equal(encoding)
          expect(Number(response.headers['content-length'])).to.equal(response.bytes.length)
          const decoded = encoding ? decoders[encoding]?.(response.bytes) : response.bytes
          expect(decoded?.equals(plain.bytes), path).to.equal(true)
        }
      })
    }

    it('vary by origin when CORS origins are listed', async () => {
      const other = await startApp({ corsOrigins: ['https://panel.plant.test'] })

      const { headers } = await other.get('/openapi.json', { headers: { Origin: 'https://panel.plant.test' } })

      expect(headers.vary).to.equal('Origin, Accept-Encoding')
      await other.stop()
    })
  })

  it('links to its files below another base path', async () => {
    const basePath = '/plant/v1'
    const other = await startApp({}, { basePath })
    const client = new TestClient(new URL(basePath, other.url).href)

    const [page, script] = [await client.get('/docs'), await client.get('/docs/start.js')]

    await other.stop()
    expect([page.status, script.status]).to.deep.equal([200, 200])
    for (const link of linksIn(page.text)) expect(link).to.match(/^\/plant\/v1\/docs\//)
    expect(script.text).to.include('"/plant/v1/openapi.json"')
  })
})

/** Returns the headers and the undecoded body of a response. */
async function getUndecoded(app: App, path: string, headers: Record<string, string>) {
  const call = request(`${app.url}${path}`, { headers, agent: false }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return { headers: response.headers, bytes: await buffer(response) }
}

function linksIn(page: string): string[] {
  return [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link = '']) => link)
}

function policyOf(header: string): Record<string, string> {
  return Object.fromEntries(
    header.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources.join(' ')]
    }),
  )
}
