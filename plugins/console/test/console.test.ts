import {
  consolePages,
  createKernel,
  definePlugin,
  defineRoute,
  type KernelServices,
  type SettingValues,
} from '@plinth/kernel'
import { startTestApp, type TestApp, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { object } from 'yup'
import { type BuiltFile, buildPage } from '../build/build-page.js'
import { consolePlugin } from '../src/index.js'

const MAX_SCRIPT_BYTES = 70_000
const MAX_STYLE_BYTES = 12_000
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** The page is the same on every database. */
const [database] = testDatabases as [(typeof testDatabases)[number]]
const PUMPS = { title: 'Pumps', path: 'pumps', maxLevel: 10, module: '/pumps/page.js' }
const pumps = definePlugin()({
  name: 'pumps',
  contributes: () => [consolePages.of(PUMPS)],
  routes: () => [
    defineRoute({
      method: 'GET',
      path: PUMPS.module,
      summary: 'The page of the pumps.',
      access: 'public',
      responses: { 200: object({}) },
      handle: () => ({}),
    }),
  ],
})

const startApp = (settings: SettingValues = {}): Promise<TestApp<KernelServices>> =>
  startTestApp({ database, settings, kernel: (options) => createKernel(options).use(consolePlugin).use(pumps) })

describe('the console', () => {
  let app: TestApp<KernelServices>
  let built: readonly BuiltFile[]
  before(async () => {
    built = await buildPage()
    app = await startApp()
  })
  after(() => app.stop())

  it('is served without a key, with its policy, and revalidated each time it is loaded', async () => {
    const page = await app.get('/console')

    expect(page.status).to.equal(200)
    expect(page.headers).to.include({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-cache',
    })
  })

  it('is the same with a slash at the end', async () => {
    expect((await app.get('/console/')).text).to.equal((await app.get('/console')).text)
  })

  it('loads files of its own origin only, which browsers keep for a year', async () => {
    const { text } = await app.get('/console')
    const languages = Object.values(attributeIn(text, 'data-text-urls') as Record<string, string>)
    const files = [...[...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path = '']) => path), ...languages]

    const responses = await Promise.all(
      files.filter((path) => path.includes('/assets/')).map((path) => app.get(path.replace('/api', ''))),
    )

    expect(files.filter((path) => !path.startsWith('/api/'))).to.deep.equal([])
    expect(
      responses.map(({ status, headers }) => [status, headers['content-type'], headers['cache-control']]),
    ).to.have.deep.members(
      ['image/svg+xml', 'text/css', ...Array(4).fill('text/javascript')].map((type) => [
        200,
        `${type}; charset=utf-8`,
        'public, max-age=31536000, immutable',
      ]),
    )
  })

  for (const encoding of ['br', 'gzip', 'identity']) {
    it(`sends its script in the encoding that a client accepts: ${encoding}`, async () => {
      const script = built.find(({ name }) => name.startsWith('console-'))

      const response = await fetch(`${app.url}/console/assets/${script?.name}`, {
        headers: { 'Accept-Encoding': encoding },
      })

      const sent = response.headers.get('content-encoding') ?? 'identity'
      expect([sent, (await response.arrayBuffer()).byteLength]).to.deep.equal([encoding, script?.bytes])
    })
  }

  it('has at most 70 kB of script and 12 kB of style, compressed, in each language', () => {
    const sizeOf = (...sources: string[]) =>
      built
        .filter(({ name }) => sources.includes(name.replace(/-.*/, '')))
        .reduce((sum, { compressedBytes }) => sum + compressedBytes, 0)

    for (const language of ['german', 'spanish']) {
      expect(sizeOf(language)).to.be.above(5_000)
      expect(sizeOf('console', 'theme', language), language).to.be.at.most(MAX_SCRIPT_BYTES)
    }
    expect(sizeOf('style')).to.be.within(1, MAX_STYLE_BYTES)
  })

  for (const file of ['nothing.js', 'assets.json', 'console-00000000.js', 'constructor']) {
    it(`serves no other file: ${file}`, async () => {
      const response = await app.get(`/console/assets/${file}`)

      expect([response.status, response.body.code]).to.deep.equal([404, 'NOT_FOUND'])
    })
  }

  it('has a configuration without a key: its name, who may change settings, and the pages of plugins', async () => {
    expect(await configurationOf(app)).to.deep.equal({
      name: 'Plinth',
      loginNotice: null,
      logo: null,
      settingsMaxLevel: 1,
      pages: [PUMPS],
    })
  })

  it('has the name, the logo and the stylesheet of the settings', async () => {
    const consoleSettings = { consoleName: 'Plant 7', consoleLogo: '/brand/logo.svg', consoleStylesheet: '/brand.css' }
    const branded = await startApp(consoleSettings)

    const configuration = await configurationOf(branded)
    const { text } = await branded.get('/console')
    await branded.stop()

    expect(configuration).to.include({ name: 'Plant 7', logo: '/brand/logo.svg' })
    const stylesheets = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, path]) => path)
    expect(stylesheets.join(' ')).to.match(/^\/api\/console\/assets\/style-[A-Z0-9]{8}\.css \/brand\.css$/)
  })

  it('has a name and a notice that cannot become HTML', async () => {
    const consoleName = `"><script>alert(1)</script> & 'Werk' &quot;`
    const consoleLoginNotice = `</script><script>alert(2)</script>\nonly "ours"`
    const branded = await startApp({ consoleName, consoleLoginNotice })

    const { text } = await branded.get('/console')
    const configuration = await configurationOf(branded)
    await branded.stop()

    expect(text).not.to.include('<script>alert')
    expect(configuration).to.include({ name: consoleName, loginNotice: consoleLoginNotice })
  })

  for (const path of [
    'https://elsewhere.test/logo.svg',
    '//elsewhere.test/logo.svg',
    'logo.svg',
    '/logo.svg"><script>',
  ]) {
    it(`refuses a logo that is not a path on this origin: ${path}`, async () => {
      const error = await startApp({ consoleLogo: path }).catch((failure: Error) => failure)

      expect(String(error)).to.include('must be a path on this origin')
    })
  }

  it('is not served when a setting turns it off', async () => {
    const off = await startApp({ console: false })

    const { status } = await off.get('/console')
    await off.stop()

    expect(status).to.equal(404)
  })
})

describe('a page in the console', () => {
  for (const [member, value, problem] of [
    ['path', 'Pumps!', 'must be a name in kebab case'],
    ['maxLevel', -1, 'must be a level'],
    ['module', 'https://elsewhere.test/page.js', 'must be a path below the base path'],
    ['title', '', 'must be a non-empty string'],
  ] as const) {
    it(`prevents the start if its ${member} is invalid`, async () => {
      const broken = definePlugin()({
        name: 'broken',
        contributes: () => [consolePages.of({ ...PUMPS, [member]: value })],
      })

      const error = await startTestApp({
        database,
        kernel: (options) => createKernel(options).use(consolePlugin).use(broken),
      }).catch((failure: Error) => failure)

      expect(String(error)).to.include('"broken"').and.include(problem)
    })
  }
})

/** Returns the configuration in the HTML of the page. */
async function configurationOf(app: TestApp<KernelServices>): Promise<unknown> {
  return attributeIn((await app.get('/console')).text, 'data-configuration')
}

/** Returns the value of an attribute in HTML that contains JSON. */
function attributeIn(html: string, name: string): unknown {
  const [escaped = ''] = html.split(` ${name}="`)[1]?.split('"', 1) ?? []
  return JSON.parse(escaped.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)))
}
