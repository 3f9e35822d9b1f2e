import { request } from 'node:http'
import { forEachDatabase, ManualClock, TEST_PASSWORD, type TestResponse } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'

/** The header of a login. In later requests its value is the page's part of the key. */
const LOGIN_HEADERS = { 'X-Plinth-Session': 'cookie' }
const LOGIN = { username: 'alice', password: TEST_PASSWORD, session: 'cookie' }
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Strict'
const DELETED = `__Host-plinth=; ${ATTRIBUTES}; Max-Age=0`
/** Headers that a proxy on this machine sends for a client elsewhere. */
const PROXIED = { Host: 'plant.test', 'X-Forwarded-For': '192.0.2.7', 'X-Forwarded-Proto': 'https' }
/** Defaults of `PLINTH_SESSION_MAX` and `PLINTH_SESSION_IDLE`. */
const SESSION_MAX_S = 2_592_000
const SESSION_IDLE_S = 43_200

type Headers = Readonly<Record<string, string>>

describe('a browser session', () => {
  forEachDatabase((database) => {
    let app: App
    let origin: string
    const clock = new ManualClock()
    before(async () => {
      app = await startApp({ database, clock })
      origin = new URL(app.url).origin
      await app.signIn('operator', 'alice')
    })
    after(() => app.stop())

    const logIn = (headers: Headers = LOGIN_HEADERS) => app.post('/users/login', LOGIN, { headers })
    const newSession = async () => sessionIn(await logIn())
    const ask = (headers: Headers, path = '/session') => app.get(path, { headers })
    const outcome = ({ status, body }: TestResponse) => [status, body.code ?? body.by]

    describe('begins with a login that', () => {
      it('splits the key between a cookie and the page', async () => {
        const response = await logIn()

        expect(response.status).to.equal(200)
        expect(response.body).to.have.all.keys('page_key', 'role', 'role_level', 'datetime', 'timezone')
        expect(response.headers['set-cookie']).to.have.lengthOf(1)
        expect(response.headers['set-cookie']?.[0]).to.match(
          new RegExp(`^__Host-plinth=[\\w-]{22}; ${ATTRIBUTES}; Max-Age=${SESSION_MAX_S}$`),
        )
      })

      it('returns the key and sets no cookie unless asked to', async () => {
        const response = await app.post('/users/login', { ...LOGIN, session: undefined }, { headers: LOGIN_HEADERS })

        expect(response.body.apiKey).to.match(/^[\w-]{43}$/)
        expect(response.headers).not.to.have.property('set-cookie')
      })

      it('is replaced by another one when the login is confirmed, and the page keeps its part of the key', async () => {
        const session = await newSession()

        const confirmed = await app.post('/users/confirm', { password: LOGIN.password }, { headers: session })
        const [Cookie = ''] = confirmed.headers['set-cookie']?.[0]?.split(';') ?? []

        expect(confirmed.body).to.have.all.keys('message', 'fresh_until')
        expect(Cookie)
          .to.match(/^__Host-plinth=[\w-]{22}$/)
          .and.not.equal(session.Cookie)
        expect(outcome(await ask({ ...session, Cookie }))).to.deep.equal([200, 'cookie'])
      })

      for (const [what, headers, code] of [
        ['lacks the header', {}, 'SESSION_HEADER_MISSING'],
        ['has another value of the header', { 'X-Plinth-Session': 'key' }, 'SESSION_HEADER_MISSING'],
        ['comes from another origin', { ...LOGIN_HEADERS, Origin: 'https://evil.test' }, 'FOREIGN_ORIGIN'],
        ['comes from another site', { ...LOGIN_HEADERS, 'Sec-Fetch-Site': 'cross-site' }, 'FOREIGN_ORIGIN'],
        ['comes by plain HTTP to another name', { ...LOGIN_HEADERS, Host: 'plant.test' }, 'COOKIE_NEEDS_HTTPS'],
      ] as [string, Headers, string][]) {
        it(`is refused before the password is checked if it ${what}`, async () => {
          const sessions = await openSessions(app)

          const responses = [
            await logIn(headers),
            await app.post('/users/login', { ...LOGIN, password: 'wrong' }, { headers }),
          ]

          for (const response of responses) {
            expect(outcome(response)).to.deep.equal([403, code])
            expect(response.headers).not.to.have.property('set-cookie')
          }
          expect(await openSessions(app)).to.equal(sessions)
        })
      }

      it('is refused if it requests an unknown kind of session', async () => {
        const response = await app.post('/users/login', { ...LOGIN, session: 'token' }, { headers: LOGIN_HEADERS })

        expect(outcome(response)).to.deep.equal([400, 'INVALID_BODY'])
      })
    })

    describe('identifies the caller', () => {
      it('like a key', async () => {
        const session = await newSession()
        const { Cookie: cookie } = session

        expect((await ask(session, '/users/alice')).body).to.include({ username: 'alice' })
        expect(outcome(await ask({ ...session, Cookie: `theme=dark;\t${cookie} ; a=b` }))).to.deep.equal([
          200,
          'cookie',
        ])
      })

      it('only with the header', async () => {
        const session = await newSession()
        const { Cookie: cookie } = session

        for (const headers of [
          {},
          LOGIN_HEADERS,
          { 'X-Plinth-Session': '1' },
          { 'X-Plinth-Session': `${session['X-Plinth-Session']}, ${session['X-Plinth-Session']}` },
        ] as Headers[]) {
          const response = await ask({ ...headers, Cookie: cookie })
          expect(outcome(response)).to.deep.equal([401, 'TOKEN_INVALID'])
          expect(response.headers, 'the session has not ended').not.to.have.property('set-cookie')
        }
      })

      it('neither by its cookie alone nor by its other part, which servers on other ports cannot read', async () => {
        const { 'X-Plinth-Session': pageKey, Cookie } = await newSession()
        const other = await newSession()
        const value = Cookie.slice('__Host-plinth='.length)

        for (const headers of [
          { 'X-API-KEY': value },
          { 'X-API-KEY': pageKey },
          { Authorization: `Bearer ${pageKey}` },
          { 'X-Plinth-Session': pageKey },
          { ...other, Cookie },
        ] as Headers[])
          expect(outcome(await ask(headers))).to.deep.equal([401, 'TOKEN_INVALID'])
      })

      it('if browsers say that a page of the same origin asks', async () => {
        const headers = { ...(await newSession()), 'Sec-Fetch-Site': 'same-origin', Origin: origin }

        expect(outcome(await ask(headers))).to.deep.equal([200, 'cookie'])
      })

      for (const site of ['same-site', 'cross-site', 'none', '', 'same-origin, same-origin']) {
        it(`not with Sec-Fetch-Site: ${site}`, async () => {
          const headers = { ...(await newSession()), 'Sec-Fetch-Site': site, Origin: origin }

          expect(outcome(await ask(headers))).to.deep.equal([403, 'FOREIGN_ORIGIN'])
        })
      }

      for (const foreign of ['https', 'other port', 'subdomain', 'null', 'https://evil.test', '', 'two']) {
        it(`not with the origin ${foreign || '(empty)'}`, async () => {
          const { hostname, host, port } = new URL(origin)
          const origins: Record<string, string> = {
            https: `https://${host}`,
            'other port': `http://${hostname}:${Number(port) + 1}`,
            subdomain: `http://evil.${host}`,
            two: `${origin}, ${origin}`,
          }
          const headers = { ...(await newSession()), Origin: origins[foreign] ?? foreign }

          expect(outcome(await ask(headers))).to.deep.equal([403, 'FOREIGN_ORIGIN'])
        })
      }

      it('not if a page of another origin sends the header without a cookie', async () => {
        for (const path of ['/session', '/health/ready'])
          expect(outcome(await ask({ ...LOGIN_HEADERS, Origin: 'https://evil.test' }, path))).to.deep.equal([
            403,
            'FOREIGN_ORIGIN',
          ])
        expect((await ask({ Origin: 'https://evil.test' }, '/health/ready')).status).to.equal(200)
      })

      it('not together with another cookie of that name, which somebody else has set', async () => {
        const session = await newSession()
        const { Cookie: cookie } = session

        for (const cookies of [
          `${cookie}; __Host-plinth=tossed`,
          `__Host-plinth=tossed; ${cookie}`,
          `${cookie};${cookie}`,
        ])
          expect(outcome(await ask({ ...session, Cookie: cookies }))).to.deep.equal([400, 'SEVERAL_SESSION_COOKIES'])
      })

      it('in spite of cookies with similar names', async () => {
        const session = await newSession()
        const { Cookie: cookie } = session
        const similar = [
          '__host-plinth',
          '__Host-plinth2',
          'x__Host-plinth',
          '__Secure-plinth',
          'plinth',
          '\xa0__Host-plinth',
        ]
        const cookies = [...similar.map((name) => `${name}=tossed`), '__Host-plinth', cookie].join('; ')

        expect(outcome(await ask({ ...session, Cookie: cookies }))).to.deep.equal([200, 'cookie'])
        for (const name of similar)
          expect(outcome(await ask({ ...session, Cookie: cookie.replace('__Host-plinth', name) }))).to.deep.equal([
            401,
            'TOKEN_INVALID',
          ])
      })

      it('not together with another key, even of the same user', async () => {
        const session = await newSession()
        const { Cookie: cookie } = session
        const { key } = await app.signIn('operator', 'alice')
        const own = cookie.slice('__Host-plinth='.length) + session['X-Plinth-Session']

        for (const headers of [
          { 'X-API-KEY': key },
          { Authorization: `Bearer ${key}` },
          { Authorization: 'Bearer' },
          { 'X-API-KEY': '' },
          { 'X-API-KEY': own, Authorization: `Bearer ${key}` },
        ] as Headers[])
          expect(outcome(await ask({ ...session, ...headers }))).to.deep.equal([400, 'SEVERAL_KEYS'])
        expect(outcome(await ask({ ...session, 'X-API-KEY': own }))).to.deep.equal([200, 'cookie'])
        expect(outcome(await ask({ Cookie: cookie, 'X-API-KEY': key }))).to.deep.equal([200, 'key'])
        expect(outcome(await ask({ ...LOGIN_HEADERS, 'X-API-KEY': key }))).to.deep.equal([200, 'key'])
      })

      it('not by plain HTTP to a name that is not of this machine', async () => {
        const session = await newSession()

        for (const Host of ['plant.test', `evil.${new URL(origin).host}`, '192.0.2.1', '127.0.0.1.evil.test'])
          expect(outcome(await ask({ ...session, Host })), Host).to.deep.equal([403, 'COOKIE_NEEDS_HTTPS'])
        for (const Host of ['localhost', 'LOCALHOST:80', '[::1]:8050', '127.0.0.2'])
          expect(outcome(await ask({ ...session, Host })), Host).to.deep.equal([200, 'cookie'])
      })

      it('not through a proxy that is not trusted, whatever it says', async () => {
        const session = await newSession()

        for (const [name, value] of Object.entries({ ...PROXIED, Via: '1.1 proxy', Forwarded: 'proto=https' }))
          expect(outcome(await ask({ ...session, [name]: value })), name).to.deep.equal([403, 'COOKIE_NEEDS_HTTPS'])
      })
    })

    describe('ends', () => {
      it('by a logout, which deletes the cookie', async () => {
        const headers = await newSession()

        const response = await app.post('/users/logout', undefined, { headers })

        expect([response.status, response.headers['set-cookie']]).to.deep.equal([200, [DELETED]])
        const after = await ask(headers)
        expect([after.status, after.headers['set-cookie']]).to.deep.equal([401, [DELETED]])
      })

      it('by idle time, after which the next response deletes the cookie', async () => {
        const headers = await newSession()
        clock.advance(SESSION_IDLE_S)

        for (const path of ['/session', '/users/alice', '/health/ready']) {
          const response = await ask(headers, path)
          expect([response.status, response.headers['set-cookie']], path).to.deep.equal([401, [DELETED]])
        }
      })

      it('without a cookie to delete when the request has a key', async () => {
        const alice = await app.signIn('operator', 'alice')

        const responses = [await alice.post('/users/logout'), await alice.get('/session')]

        expect(responses.map(({ status }) => status)).to.deep.equal([200, 401])
        for (const { headers } of responses) expect(headers).not.to.have.property('set-cookie')
      })
    })

    it('never appears in the log', async () => {
      const session = await newSession()
      const { Cookie: cookie } = session
      await ask(session)
      await ask({ ...session, Cookie: `${cookie}; ${cookie}` })
      await app.post('/users/logout', undefined, { headers: session })

      const lines = app.logLines.join()
      for (const part of [cookie.slice('__Host-plinth='.length), session['X-Plinth-Session']])
        expect(lines).not.to.include(part)
    })

    describe('behind a trusted proxy', () => {
      let proxied: App
      before(async () => {
        proxied = await startApp({ database, settings: { trustedProxies: ['loopback'] } })
        await proxied.signIn('operator', 'alice')
      })
      after(() => proxied.stop())

      const logInBy = (headers: Headers) =>
        proxied.post('/users/login', LOGIN, { headers: { ...LOGIN_HEADERS, ...headers } })

      it('begins and continues by HTTPS, at the origin that the proxy names', async () => {
        const own = { ...PROXIED, Origin: 'https://plant.test' }
        const renamed = { ...PROXIED, Host: 'inside:8050', 'X-Forwarded-Host': 'plant.test:8443' }

        const responses = [await logInBy(own), await logInBy({ ...renamed, Origin: 'https://plant.test:8443' })]

        for (const response of responses) expect(response.status, response.text).to.equal(200)
        const headers = { ...own, ...sessionIn(responses[0] as TestResponse) }
        expect(outcome(await proxied.get('/session', { headers }))).to.deep.equal([200, 'cookie'])
      })

      for (const [what, headers, code] of [
        ['plain HTTP', { 'X-Forwarded-Proto': 'http' }, 'COOKIE_NEEDS_HTTPS'],
        ['several schemes', { 'X-Forwarded-Proto': 'https, http' }, 'COOKIE_NEEDS_HTTPS'],
        ['another scheme', { 'X-Forwarded-Proto': 'wss' }, 'COOKIE_NEEDS_HTTPS'],
        ['several hosts', { 'X-Forwarded-Host': 'plant.test, evil.test' }, 'COOKIE_NEEDS_HTTPS'],
        [
          'plain HTTP to the loopback from elsewhere',
          { Host: 'localhost', 'X-Forwarded-Proto': 'http' },
          'COOKIE_NEEDS_HTTPS',
        ],
        ['a page of plain HTTP', { Origin: 'http://plant.test' }, 'FOREIGN_ORIGIN'],
        ['a page of another host', { Origin: 'https://evil.test' }, 'FOREIGN_ORIGIN'],
        [
          'a page of the host inside',
          { 'X-Forwarded-Host': 'other.test', Origin: 'https://plant.test' },
          'FOREIGN_ORIGIN',
        ],
      ] as [string, Headers, string][]) {
        it(`does not begin by ${what}`, async () => {
          expect(outcome(await logInBy({ ...PROXIED, ...headers }))).to.deep.equal([403, code])
        })
      }

      it('begins on the machine itself without HTTPS', async () => {
        expect((await logInBy({})).status).to.equal(200)
      })
    })

    describe('with a list of origins that may call the API', () => {
      let open: App
      before(async () => {
        open = await startApp({ database, settings: { corsOrigins: ['https://panel.test'] } })
        await open.signIn('operator', 'alice')
      })
      after(() => open.stop())

      it('is not for those origins: neither a preflight nor a request is allowed', async () => {
        const preflight = await preflightOf(open, 'https://panel.test')
        const headers = { ...LOGIN_HEADERS, Origin: 'https://panel.test' }
        const login = await open.post('/users/login', LOGIN, { headers })
        const call = await open.get('/session', { headers })

        expect(preflight['access-control-allow-headers']?.toLowerCase()).not.to.include('x-plinth-session')
        for (const sent of [preflight, login.headers, call.headers])
          expect(sent).not.to.have.property('access-control-allow-credentials')
        expect([outcome(login), outcome(call)]).to.deep.equal([
          [403, 'FOREIGN_ORIGIN'],
          [403, 'FOREIGN_ORIGIN'],
        ])
      })
    })
  })
})

describe('GET /session', () => {
  forEachDatabase((database) => {
    let app: App
    const clock = new ManualClock()
    before(async () => {
      app = await startApp({ database, clock })
    })
    after(() => app.stop())

    const inSeconds = (seconds: number) => new Date(clock.now() + seconds * 1_000).toISOString()

    it('tells the name and role of a user, the kind of the key, and when it expires', async () => {
      const alice = await app.signIn('operator', 'alice')

      const fresh_until = inSeconds(300)
      const expected = {
        username: 'alice',
        role: 'operator',
        role_level: 10,
        by: 'key',
        must: [] as string[],
        fresh_until,
      }
      expect((await alice.get('/session')).body).to.deep.equal({ ...expected, expires_at: inSeconds(SESSION_IDLE_S) })
      clock.advance(3_600)
      expect((await alice.get('/session')).body).to.deep.equal({ ...expected, expires_at: inSeconds(SESSION_IDLE_S) })
    })

    it('tells the end of the maximum age if that is earlier', async () => {
      const short = await startApp({ database, clock, settings: { sessionMax: 3_600 } })
      const alice = await short.signIn('operator', 'alice')
      const end = inSeconds(3_600)
      clock.advance(600)

      const { body } = await alice.get('/session')

      await short.stop()
      expect(body.expires_at).to.equal(end)
    })

    it('tells the role of a token, and until when it is valid', async () => {
      const sudo = await app.signIn('sudo')
      const create = async (body: object) => (await sudo.post('/users/create_tpt', body)).body.token
      const forever = await create({ role_name: 'operator' })
      const forOneDay = await create({ role_name: 'operator', expires_in_days: 1 })

      const expected = {
        username: null,
        role: 'operator',
        role_level: 10,
        by: 'token',
        must: [] as string[],
        fresh_until: null,
      }
      expect((await app.withKey(forever).get('/session')).body).to.deep.equal({ ...expected, expires_at: null })
      expect((await app.withKey(forOneDay).get('/session')).body).to.deep.equal({
        ...expected,
        expires_at: inSeconds(86_400),
      })
    })

    it('tells what must be done first, while other operations are refused', async () => {
      const password = 'imported horse 9'
      const other = await startApp({ database, settings: { importDefaultPassword: password } })
      const data = { Roles: [], Users: [{ username: 'bob', email: 'bob@plant.test', role: 'operator' }] }
      const sudo = await other.signIn('sudo')
      await sudo.upload('/settings/import_config', JSON.stringify({ version: '1.0', data }))
      const login = await other.post(
        '/users/login',
        { username: 'bob', password, session: 'cookie' },
        { headers: LOGIN_HEADERS },
      )
      const headers = sessionIn(login)

      const responses = [await other.get('/users/bob', { headers }), await other.get('/session', { headers })]

      await other.stop()
      expect(responses.map(({ status }) => status)).to.deep.equal([403, 200])
      expect(responses[1]?.body).to.include({ username: 'bob', by: 'cookie' })
      expect(responses[1]?.body.must).to.deep.equal(['change_password'])
    })
  })
})

/** Returns the headers with which a page sends later requests. */
function sessionIn({ headers, body, text }: TestResponse) {
  const [Cookie = ''] = headers['set-cookie']?.[0]?.split(';') ?? []
  if (!Cookie) throw new Error(`no cookie: ${text}`)
  return { 'X-Plinth-Session': String(body.page_key), Cookie }
}

async function openSessions(app: App): Promise<number> {
  const sudo = await app.signIn('sudo')
  return (await sudo.get('/users/alice/sessions')).body.length
}

/** Returns the headers of the response to a preflight of a fetch with the header of a browser session. */
function preflightOf(app: App, origin: string): Promise<Readonly<Record<string, string>>> {
  const asked = { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'x-plinth-session' }
  return new Promise((resolve, reject) => {
    const call = request(
      `${app.url}/session`,
      { method: 'OPTIONS', headers: { Origin: origin, ...asked } },
      (response) => {
        response.resume()
        resolve(response.headers as Record<string, string>)
      },
    )
    call.on('error', reject)
    call.end()
  })
}
