import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { definePlugin, defineRoute, Reply, streamed } from '@plinth/kernel'
import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, startTestApp, TEST_PASSWORD } from '@plinth/testing'
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { App } from '../support/app.js'
import { launchChromium } from './chromium.js'
import { type ForeignSite, startForeignSite } from './foreign-site.js'

/** `localhost`, its subdomains and a name of a plant are this machine; no other name has an address. */
const HOST_RULES =
  '--host-resolver-rules=MAP localhost 127.0.0.1, MAP *.localhost 127.0.0.1, MAP plant.test 127.0.0.1, MAP * ~NOTFOUND'
/** The channel on which Node reports each request that a server receives. */
const REQUEST_RECEIVED = 'http.server.request.start'
const SESSION_HEADER = { 'X-Plinth-Session': 'cookie' }
const JSON_TYPE = { 'Content-Type': 'application/json' }
const LOGIN = { username: 'sudo', password: TEST_PASSWORD, session: 'cookie' }
/**
 * Pages of other origins. A page on another port belongs to the same site, so browsers send the cookie with its
 * requests. A subdomain of `localhost` is another site, whereas one of a host name in a plant would be the same site.
 */
const FOREIGN_PAGES = {
  'another port': { name: 'localhost', sendsCookie: true },
  'a subdomain': { name: 'evil.localhost', sendsCookie: false },
} as const

describe('a browser session in Chromium', () => {
  forEachDatabase((database) => {
    let browser: Browser
    let foreign: ForeignSite
    let app: App
    let own: string
    let context: BrowserContext
    let page: Page
    before(async () => {
      browser = await launchChromium(HOST_RULES)
      foreign = await startForeignSite()
      // Even the origins that may call the API with a key must not use the cookie
      const corsOrigins = Object.values(FOREIGN_PAGES).map(({ name }) => new URL(foreign.urlAt(name)).origin)
      app = await startTestApp({
        database,
        settings: { corsOrigins },
        kernel: (options) => createStandardKernel(options).use(emptyPage),
      })
      own = `http://localhost:${new URL(app.url).port}/api`
      context = await browser.newContext()
    })
    beforeEach(async () => {
      page = await openPage(context, `${own}/page`)
    })
    afterEach(async () => {
      for (const open of context?.pages() ?? []) await open.close()
      await context?.clearCookies()
    })
    after(async () => {
      await browser?.close()
      foreign?.close()
      await app?.stop()
    })

    /** The page's part of the key, which a page of another origin cannot know. */
    let pageKey: string
    const logIn = async (from = page) => {
      const login = await send(from, `${own}/users/login`, post(LOGIN))
      pageKey = String(login.body.page_key)
      return login
    }
    const keyed = () => ({ 'X-Plinth-Session': pageKey })
    const session = () => send(page, `${own}/session`, { headers: keyed() })
    const expectLoggedIn = async () => expect((await session()).body).to.include({ username: 'sudo', by: 'cookie' })
    const sessionCookies = async () => (await context.cookies()).filter(({ value }) => value !== 'set')

    it('is kept where no script can read it, and survives a reload', async () => {
      const login = await logIn()
      await page.reload()

      await expectLoggedIn()
      expect(login.body).to.include({ role: 'sudo' }).and.not.have.property('apiKey')
      const [cookie, ...others] = await context.cookies()
      expect(cookie).to.include({ name: '__Host-plinth', path: '/', httpOnly: true, secure: true, sameSite: 'Strict' })
      expect(others).to.deep.equal([])
      const readable = await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]')
      expect(readable).to.deep.equal(['', 0, 0])
    })

    it('is deleted by a logout', async () => {
      await logIn()

      const logout = await send(page, `${own}/users/logout`, { method: 'POST', headers: keyed() })

      expect(logout.status).to.equal(200)
      expect(await context.cookies()).to.deep.equal([])
      expect((await session()).status).to.equal(401)
    })

    it('is deleted by the next response once it was ended elsewhere', async () => {
      await logIn()
      await (await app.signIn('sudo')).delete('/users/sudo/sessions')

      expect((await session()).status).to.equal(401)
      expect(await context.cookies()).to.deep.equal([])
    })

    it('does not serve an address that was typed or followed', async () => {
      await logIn()

      const response = await page.goto(`${own}/session`)

      expect(await response?.request().allHeaders()).to.have.property('cookie')
      expect(response?.status()).to.equal(401)
    })

    for (const [what, { name, sendsCookie }] of Object.entries(FOREIGN_PAGES)) {
      describe(`when a page of ${what} is open too`, () => {
        let evil: Page
        beforeEach(async () => {
          await logIn()
          evil = await openPage(context, foreign.urlAt(name))
        })

        it('is not used by a form', async () => {
          const received = new ReceivedRequests('/api/users/logout')

          await Promise.all([evil.waitForURL(`${own}/users/logout`), submitForm(evil, `${own}/users/logout`)])

          expect(received.stop()).to.deep.equal([{ method: 'POST', hasCookie: sendsCookie }])
          await expectLoggedIn()
        })

        it('is not used by a fetch with the header, which needs a preflight', async () => {
          const received = new ReceivedRequests('/api/users/logout')

          const outcome = await attempt(evil, `${own}/users/logout`, {
            method: 'POST',
            headers: keyed(),
            credentials: 'include',
          })

          expect(outcome).to.equal('TypeError')
          expect(received.stop()).to.deep.equal([{ method: 'OPTIONS', hasCookie: false }])
          await expectLoggedIn()
        })

        for (const mode of ['cors', 'no-cors'] as const) {
          it(`is not used by a fetch without the header (${mode})`, async () => {
            const received = new ReceivedRequests('/api/users/logout')

            await attempt(evil, `${own}/users/logout`, { method: 'POST', credentials: 'include', mode })

            expect(received.stop()).to.deep.equal([{ method: 'POST', hasCookie: sendsCookie }])
            await expectLoggedIn()
          })
        }

        it('cannot be replaced by a cookie that the page sets', async () => {
          const [before] = await sessionCookies()
          for (const name of ['__Host-plinth', '', '__HOST-plinth', ' __Host-plinth'])
            for (const attributes of [
              '',
              '; secure',
              '; path=/; secure',
              '; domain=localhost',
              '; domain=localhost; secure',
            ]) {
              const cookie = `${name}=${name ? '' : '__Host-plinth='}tossed; path=/api${attributes}`
              await evil.evaluate(`document.cookie = ${JSON.stringify(cookie)}`)
            }

          await expectLoggedIn()
          const after = (await context.cookies(own)).filter((cookie) => cookie.name === '__Host-plinth')
          expect(after).to.deep.equal([before])
        })
      })

      it(`does not begin by a page of ${what} that logs the visitor in as somebody else`, async () => {
        const evil = await openPage(context, foreign.urlAt(name))
        const text = JSON.stringify(LOGIN)

        await Promise.all([evil.waitForURL(`${own}/users/login`), submitForm(evil, `${own}/users/login`, text)])
        await evil.goto(foreign.urlAt(name))
        const outcomes = [
          await attempt(evil, `${own}/users/login`, { ...post(LOGIN), credentials: 'include' }),
          await attempt(evil, `${own}/users/login`, { ...post(LOGIN), headers: JSON_TYPE, credentials: 'include' }),
          await attempt(evil, `${own}/users/login`, {
            method: 'POST',
            body: text,
            mode: 'no-cors',
            credentials: 'include',
          }),
        ]

        expect(outcomes[0]).to.equal('TypeError')
        expect(outcomes).not.to.include('200')
        expect((await context.cookies(own)).filter(({ name }) => name === '__Host-plinth')).to.deep.equal([])
      })
    }

    it('is of no use to a server on another port of its host name, which receives it and can replace it', async () => {
      await logIn()
      const [{ value } = { value: '' }] = await sessionCookies()

      const visit = await (await context.newPage()).goto(foreign.replacingUrlAt('localhost'))

      expect(await visit?.request().headerValue('cookie')).to.include(`__Host-plinth=${value}`)
      expect((await app.withKey(value).get('/session')).status).to.equal(401)
      expect(await sessionCookies()).to.have.nested.property('[0].value', 'replaced')
      expect((await session()).status).to.equal(401)
    })

    it('does not reach a server on another host, which cannot replace it', async () => {
      await logIn()

      const visit = await (await context.newPage()).goto(foreign.replacingUrlAt('evil.localhost'))

      expect((await visit?.request().headerValue('cookie')) ?? '').not.to.include('__Host-plinth=')
      await expectLoggedIn()
    })

    it('does not begin by plain HTTP under a name that is not of this machine', async () => {
      const plant = own.replace('localhost', 'plant.test')
      const there = await openPage(context, `${plant}/page`)

      const login = await send(there, `${plant}/users/login`, post(LOGIN))

      expect([login.status, login.body.code]).to.deep.equal([403, 'COOKIE_NEEDS_HTTPS'])
      expect(await context.cookies(plant)).to.deep.equal([])
    })
  })
})

/** A page of the origin of the service. The API page takes seconds to render. */
const emptyPage = definePlugin()({
  name: 'empty-page',
  routes: () => [
    defineRoute({
      method: 'GET',
      path: '/page',
      summary: 'An empty page',
      hidden: true,
      access: 'public',
      responses: { 200: streamed('text/html') },
      databaseUnavailable: false,
      handle: () =>
        Reply.bytes(Buffer.from('<!doctype html><title>own</title>'), {
          'Content-Type': 'text/html',
          'Content-Security-Policy': "default-src 'self'",
        }),
    }),
  ],
})

/** Requests to a path that arrive at servers of this process. */
class ReceivedRequests {
  readonly #received: { method: string; hasCookie: boolean }[] = []
  readonly #path: string

  constructor(path: string) {
    this.#path = path
    subscribe(REQUEST_RECEIVED, this.#note)
  }

  /** Returns the requests so far. */
  stop(): readonly { method: string; hasCookie: boolean }[] {
    unsubscribe(REQUEST_RECEIVED, this.#note)
    return this.#received
  }

  readonly #note = (message: unknown) => {
    const { method = '', url, headers } = (message as { request: IncomingMessage }).request
    const hasCookie = headers.cookie?.includes('__Host-plinth=') ?? false
    if (url === this.#path) this.#received.push({ method, hasCookie })
  }
}

const post = (body: object) => ({
  method: 'POST',
  headers: { ...SESSION_HEADER, ...JSON_TYPE },
  body: JSON.stringify(body),
})

async function openPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** Sends a request from a page, which can read the response. */
function send(page: Page, url: string, init: RequestInit): Promise<{ status: number; body: Record<string, unknown> }> {
  return page.evaluate(
    async ([target, options]) => {
      const response = await fetch(target, options)
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    [url, init] as const,
  )
}

/** Sends a request from a page. Returns the status, 0 for an opaque response, or the name of the error. */
function attempt(page: Page, url: string, init: RequestInit): Promise<string> {
  return page.evaluate(
    ([target, options]) =>
      fetch(target, options).then(
        ({ status }) => String(status),
        (error: Error) => error.name,
      ),
    [url, init] as const,
  )
}

/** Submits a form of a page, whose text is JSON with one more field. */
async function submitForm(page: Page, action: string, json = '{"a":0}'): Promise<void> {
  const name = `${json.slice(0, -1)},"more":"`.replaceAll('"', '&quot;')
  await page.evaluate(`{
    document.body.innerHTML = ${JSON.stringify(`<form method="POST" enctype="text/plain" action="${action}"><input name="${name}" value="&quot;}"></form>`)}
    document.forms[0].submit()
  }`)
}
