import { type CookieLogin, createClient, type PlinthClient, type paths } from '@plinth/client'
import { createStandardKernel, type StandardServices } from '@plinth/service'
import { forEachDatabase, startTestApp, TEST_PASSWORD, type TestApp } from '@plinth/testing'
import { expect } from 'chai'
import { rejection } from './support/rejection.js'

const SUDO = { username: 'sudo', password: TEST_PASSWORD }

describe('a client with a session cookie', () => {
  forEachDatabase((database) => {
    let app: TestApp<StandardServices>
    let browser: CookieBrowser
    let client: PlinthClient<paths, CookieLogin>
    before(async () => {
      app = await startTestApp({ database, kernel: createStandardKernel })
    })
    beforeEach(() => {
      browser = new CookieBrowser()
      client = browser.client(app.url)
    })
    after(() => app.stop())

    it('logs in, calls and logs out without a key', async () => {
      const login = await client.login(SUDO)
      const session = await client.session()
      const { users } = await client.users()
      await client.logout()

      expect(login).to.include({ role: 'sudo' }).and.not.have.any.keys('apiKey', 'page_key')
      expect(client.key).to.equal(undefined)
      expect(session).to.include({ username: 'sudo', by: 'cookie' })
      expect(users).to.have.lengthOf(1)
      expect(browser.cookie, 'deleted by the logout').to.equal('')
      expect(await rejection(client.session())).to.include({ code: 'TOKEN_INVALID' })
      expect(browser.keys).to.deep.equal([])
      expect(new Set(browser.credentials)).to.deep.equal(new Set(['same-origin']))
    })

    it('stores its part of the key where the next client of the page finds it', async () => {
      await client.login(SUDO)

      expect(await browser.client(app.url).session()).to.include({ username: 'sudo', by: 'cookie' })
      expect([...browser.stored.keys()]).to.deep.equal(['plinth:/api'])
      await client.logout()
      expect(browser.stored.size).to.equal(0)
    })

    it('keeps its part in memory where there is no storage', async () => {
      const alone = createClient({ url: app.url, session: 'cookie', fetch: browser.fetch })
      await alone.login(SUDO)

      expect(await alone.session()).to.include({ by: 'cookie' })
      expect(browser.stored.size).to.equal(0)
    })

    it('keeps its part in memory if the storage is full', async () => {
      browser.isFull = true
      await client.login(SUDO)

      expect(await client.session()).to.include({ by: 'cookie' })
      await client.logout()
      expect(await rejection(client.session())).to.include({ code: 'TOKEN_INVALID' })
    })

    it('uploads with the cookie', async () => {
      await client.login(SUDO)

      const report = await client.importConfiguration(JSON.stringify({ version: '1.0', data: { Manufacturer: [] } }))

      expect(report.summary).to.include({ imported: 0, errors: 0 })
    })

    it('becomes a client with a key by withKey()', async () => {
      await client.login(SUDO)
      const { key } = await app.signIn('sudo')

      expect(await client.withKey(key).session()).to.include({ by: 'key' })
      expect(await rejection(client.withKey(undefined).session())).to.include({ code: 'TOKEN_INVALID' })
    })

    it('cannot be created with a key, or with another kind of session', () => {
      for (const options of [{ session: 'cookie', key: 'a' }, { session: 'token' }])
        expect(() => createClient({ url: app.url, ...(options as object) })).to.throw(TypeError, 'session')
    })
  })
})

/** Keeps the session cookie and what a page stores, as a browser does. */
class CookieBrowser {
  cookie = ''
  /** The keys that requests have sent. */
  readonly keys: string[] = []
  readonly credentials: string[] = []
  readonly stored = new Map<string, string>()
  /** Whether the page can store nothing more. */
  isFull = false

  client(url: string): PlinthClient<paths, CookieLogin> {
    const storage = {
      getItem: (name: string) => this.stored.get(name) ?? null,
      setItem: (name: string, value: string) => {
        if (this.isFull) throw new Error('The quota has been exceeded.')
        this.stored.set(name, value)
      },
      removeItem: (name: string) => void this.stored.delete(name),
    }
    return createClient({ url, session: 'cookie', storage, fetch: this.fetch })
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    this.credentials.push(request.credentials)
    const key = request.headers.get('X-API-KEY')
    if (key !== null) this.keys.push(key)
    if (this.cookie) request.headers.set('Cookie', this.cookie)
    const response = await fetch(request)
    const [set] = response.headers.getSetCookie()
    if (set !== undefined) this.cookie = /Max-Age=0/.test(set) ? '' : (set.split(';')[0] ?? '')
    return response
  }
}
