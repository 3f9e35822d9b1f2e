import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { forEachDatabase, type SignedIn, TEST_PASSWORD, type TestResponse, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { codeAt } from '../../../test/support/totp-codes.js'

const EVENTS = 'plinth_audit_events'
/** Interval at which an export checks the key of its request, as in `EventExport`. */
const KEY_CHECK_INTERVAL_MS = 5_000

describe('the audit trail over REST', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    beforeEach(async () => {
      app = await startApp({ database })
      sudo = await app.signIn('sudo')
    })
    afterEach(() => app.stop())
    const list = async (query: string) => (await sudo.get(`/audit?${query}`)).body as { id: string; event: string }[]
    const eventsIn = (jsonLines: string) =>
      jsonLines
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    const eventsOfAllPages = async (client: SignedIn, path: string) => {
      const events: object[] = []
      for (let next: string | undefined = path; next !== undefined; ) {
        const page: TestResponse = await client.get(next)
        expect(page.status, page.text).to.equal(200)
        events.push(...page.body)
        const query: string | undefined = /<(\?.*)>/.exec(String(page.headers.link ?? ''))?.[1]
        next = query && `${path.split('?')[0]}${query}`
      }
      return events
    }
    /** Adds events that are older than all others. */
    const addEvents = (count: number, details = '{}') =>
      app.services.database.write(async (transaction) => {
        const happened = { happened_at: 1_000, event: 'note', result: 'done', actor_kind: 'command', details }
        for (let added = 0; added < count; added += 100)
          await transaction(EVENTS).insert(Array.from({ length: Math.min(100, count - added) }, () => happened))
      })
    /** Adds 20 MB of events: more than the socket buffers hold, so that an export continues until it is read. */
    const fillTrail = () => addEvents(20_000, JSON.stringify({ text: 'x'.repeat(1_000) }))
    /** Begins an export, and reads only the head of its response. */
    const openExport = () =>
      new Promise<{ status: number; close: () => void }>((resolve, reject) => {
        const call = request(
          `${app.url}/audit/export`,
          { headers: { 'X-API-KEY': sudo.key }, agent: false },
          (response) => resolve({ status: response.statusCode ?? 0, close: () => call.destroy() }),
        )
        call.on('error', reject)
        call.end()
      })

    it('refuses a third concurrent search of one caller with 503, but not an unfiltered list', async () => {
      await addEvents(20_000) // so many that searches overlap

      const responses: TestResponse[] = []
      const flood = () =>
        Promise.all(Array.from({ length: 10 }, () => sudo.get('/audit?actor_kind=user&result=refused')))
      const isRefused = ({ status }: TestResponse) => status !== 200
      await until(async () => responses.push(...(await flood())) > 0 && responses.some(isRefused))
      const all = await sudo.get('/audit?limit=1')

      expect(responses.every(isRefused)).to.equal(false)
      for (const { status, body, headers } of responses.filter(isRefused))
        expect([status, body.code, headers['retry-after']]).to.deep.equal([503, 'TOO_MANY_SEARCHES', '1'])
      expect(all.status).to.equal(200)
    })

    it('is exported only as long as the key is valid', async () => {
      await fillTrail()
      const anna = await app.signIn('admin', 'anna')
      const { hostname, port, pathname } = new URL(app.url)
      const socket = connect(Number(port), hostname)
      socket.write(`GET ${pathname}/audit/export HTTP/1.1\r\nHost: plant.test\r\nX-API-KEY: ${anna.key}\r\n\r\n`)
      await once(socket, 'readable')
      await sudo.patch('/users/anna', { disabled: true })

      await pause(KEY_CHECK_INTERVAL_MS + 500) // the key is checked by the clock of the process
      const received = await text(socket)

      expect(received)
        .to.match(/^HTTP\/1.1 200 /)
        .and.not.match(/\r\n0\r\n\r\n$/)
      expect((await sudo.get('/audit/export?event=login')).status).to.equal(200)
    }).timeout(40_000)

    if (database.name === 'PostgreSQL')
      it('lists, exports and verifies events whose ids are above 2^53', async () => {
        await until(async () => (await app.services.auditTrail.verify()).unsealed === 0)
        await app.services.database.write((transaction) =>
          transaction.raw(`ALTER SEQUENCE ${EVENTS}_id_seq RESTART WITH ${2n ** 53n - 3n}`),
        )
        const anna = await app.signIn('admin', 'anna')
        // Only logins that succeed: refused ones would be counted in another event at the end of the minute
        for (let time = 0; time < 8; time += 1) await app.logIn('anna', TEST_PASSWORD)
        await until(async () => (await app.services.auditTrail.verify()).unsealed === 0)

        const all = await list('limit=100')
        const large = all.filter(({ id }) => BigInt(id) >= 2n ** 53n - 3n).map(({ id }) => id)

        expect(large.length).to.be.within(9, 20)
        expect(large).to.deep.equal(large.map((_, index) => String(2n ** 53n - 3n + BigInt(large.length - 1 - index))))
        for (const path of ['/audit?limit=1', '/audit?limit=1&concerning=anna', '/audit?limit=3&event=login']) {
          const listed = await eventsOfAllPages(sudo, path)
          expect(listed, path).to.deep.equal(await list(path.replace(/.*limit=\d&?/, '')))
        }
        const own = await eventsOfAllPages(anna, '/audit/own?limit=1')
        expect(own).to.deep.equal((await anna.get('/audit/own')).body)
        const exported = eventsIn((await sudo.get('/audit/export')).text).map(({ id }) => id)
        expect(exported.slice(1)).to.deep.equal(all.map(({ id }) => id)) // the export is recorded first
        expect((await sudo.get(`/audit?before=${2n ** 63n - 1n}&limit=100`)).body).to.have.length(all.length + 1)
        expect((await sudo.get(`/audit?before=${2n ** 63n}`)).body.code).to.equal('INVALID_PARAMETERS')

        await until(async () => (await app.services.auditTrail.verify()).unsealed === 0)
        expect((await app.services.auditTrail.verify()).problems).to.deep.equal([])
        await app.services.database.write((transaction) =>
          transaction(EVENTS)
            .where({ id: String(2n ** 53n + 1n) })
            .update({ id: String(2n ** 53n + 100n) }),
        )
        const { problems } = await app.services.auditTrail.verify()
        expect(problems).to.have.length(1)
        expect(problems[0]).to.match(/id 9007199254741092\) was changed\.$/)
      })

    describe('concerning a user', () => {
      it('is what the user did and what was done to the user, page by page', async () => {
        const anna = await app.signIn('admin', 'anna')
        await anna.get('/settings/export_config')
        await anna.patch('/users/anna', { lastname: 'Anders' })
        await sudo.patch('/users/anna', { role_name: 'operator' })

        await until(async () => (await app.services.auditTrail.verify()).unsealed === 0)
        const all = await list('concerning=anna')
        const firstPage = await sudo.get('/audit?concerning=anna&limit=2')
        const link = /<(\?.*)>/.exec(String(firstPage.headers.link))?.[1]
        const rest = (await sudo.get(`/audit${link}`)).body

        expect(all.map(({ event }) => event)).to.deep.equal([
          'role-changed',
          'user-changed',
          'configuration-exported',
          'login',
          'signup',
        ])
        expect(link).to.include('concerning=anna')
        expect([...firstPage.body, ...rest]).to.deep.equal(all.slice(0, 4))
        expect(await list('concerning=anna&event=login&result=done')).to.have.length(1)
        expect(await list('concerning=anna&actor=sudo')).to.have.length(2)
        expect(await list('concerning=nobody')).to.deep.equal([])
      })
    })

    describe('about the account of its reader', () => {
      const own = async (client: SignedIn, query = '') => {
        const { status, body, headers } = await client.get(`/audit/own${query}`)
        expect(status).to.equal(200)
        const namesAndActors = body.map(({ event, actor }: { event: string; actor: string | null }) => [event, actor])
        return { events: body, namesAndActors, headers }
      }

      it('tells every user what was done to the account and by whom, but not from where, page by page', async () => {
        const [anna, otto] = [await app.signIn('admin', 'anna'), await app.signIn('operator', 'otto')]
        const { secret } = (await otto.post('/users/enrol_second_factor')).body
        await otto.post('/users/confirm_second_factor', { code: codeAt(secret, Date.now()) })
        await app.logIn('otto', 'a wrong horse 9')
        await anna.delete('/users/otto/second_factor')

        const { events, namesAndActors } = await own(otto)
        const first = await own(otto, '?limit=2')
        const link = /<(\?.*)>/.exec(String(first.headers.link))?.[1]
        const rest = await own(otto, link)

        expect(namesAndActors).to.deep.equal([
          ['second-factor-removed', 'anna'],
          ['login', null],
          ['second-factor-enrolled', 'otto'],
          ['login', null],
          ['signup', 'sudo'],
        ])
        for (const field of ['address', 'request_id']) {
          const isShown = events.map((event: Record<string, unknown>) => event[field] !== null)
          expect(isShown, field).to.deep.equal([false, true, true, true, false])
        }
        expect(events[1]).to.deep.include({ result: 'refused', details: { reason: 'wrong password' } })
        expect([first.events, rest.events]).to.deep.equal([events.slice(0, 2), events.slice(2, 4)])
        expect((await own(otto, `?before=${events.at(-1)?.id}`)).events).to.deep.equal([])
      })

      it('tells nothing that concerns others, even if they have or had the same name', async () => {
        await sudo.post('/users/create_tpt', { role_name: 'guest' })
        const [{ id: tokenId }] = (await sudo.get('/tpt')).body
        await sudo.post('/roles', { name: 'welder', level: 20 })
        const data = { Roles: [{ name: 'boss', level: 1 }] }
        await sudo.upload('/settings/import_config', JSON.stringify({ version: '1.0', data }))
        await app.signIn('operator', 'former')
        await sudo.delete('/users/former')

        const names = [tokenId, 'welder', 'boss', 'former']
        const lists = []
        for (const name of names) lists.push((await own(await app.signIn('operator', name))).namesAndActors)
        const ofSudo = (await own(sudo)).events.map(({ event, target }: Record<string, string>) => `${event} ${target}`)

        const ownEvents = [
          ['login', null],
          ['signup', 'sudo'],
        ]
        for (const name of names) expect(await list(`target=${name}`), name).to.have.length.above(2)
        expect(lists).to.deep.equal(names.map(() => ownEvents))
        expect(new Set(ofSudo)).to.deep.equal(new Set(['login sudo', 'first-start sudo']))
      })

      it('tells of an import or a plan that has created the account', async () => {
        const Users = [{ username: 'chief', email: 'chief@plant.test', role: 'admin' }]
        await sudo.upload('/settings/import_config', JSON.stringify({ version: '1.0', data: { Users } }))
        await app.services.internalPasswords.resetPassword('chief', TEST_PASSWORD)
        const chief = app.withKey((await app.logIn('chief', TEST_PASSWORD)).body.apiKey)

        const { body } = await chief.get('/audit/own')

        expect(body.map(({ event }: { event: string }) => event)).to.deep.equal([
          'login',
          'password-reset',
          'record-imported',
        ])
      })

      it('includes every documented event whose target is a user', async () => {
        const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
        const [, table = ''] = page.split('| event | target | details |')
        const rows = (table.split('\n\n')[0] ?? '').split('\n').map((row) => row.split('|'))
        const aboutUsers = rows.filter(([, , target = '']) => /^ the (first |role or the )?user\b/.test(target))
        const names = aboutUsers.flatMap(([, events = '']) => events.match(/[a-z-]{3,}/g) ?? [])
        const common = {
          happened_at: 1_000,
          target: 'sudo',
          details: '{"table":"Users","level":10}',
          result: 'done',
          actor_kind: 'command',
        }
        // 'user-deleted' would hide all events before it.
        await app.services.database.write(async (transaction) => {
          for (const event of names)
            if (event !== 'user-deleted') await transaction(EVENTS).insert({ ...common, event })
        })

        const listed = (await own(sudo)).namesAndActors.map(([name]: [string]) => name)

        expect(names).to.have.length.above(20)
        expect([...new Set([...listed, 'user-deleted'])]).to.have.members(names)
      })
    })

    describe('export', () => {
      it('has all events that match, the newest first, in the format of the list', async () => {
        await addEvents(1_250) // more than two pages of an export
        await app.signIn('operator')

        const { headers, text } = await sudo.get('/audit/export')
        const filtered = await sudo.get('/audit/export?event=login&concerning=operator')

        const lines = eventsIn(text)
        expect(headers['content-type']).to.equal('application/x-ndjson')
        expect(headers['content-disposition']).to.equal('attachment; filename="audit_trail.jsonl"')
        expect(lines.filter(({ event }) => event === 'note')).to.have.length(1_250)
        expect(lines[0]).to.include({ event: 'audit-exported', actor: 'sudo' })
        const ids = lines.map(({ id }) => Number(id))
        expect(ids).to.deep.equal([...new Set(ids)].sort((one, other) => other - one))
        const [login] = eventsIn(filtered.text)
        expect(login).to.deep.include({ event: 'login', target: 'operator' })
        expect(Object.keys(login)).to.deep.equal(Object.keys((await list('event=login'))[0] ?? {}))
      })

      it('is refused while two are running', async () => {
        await fillTrail()
        const exports = [await openExport(), await openExport()]

        const refused = await sudo.get('/audit/export')
        for (const { close } of exports) close()

        expect(exports.map(({ status }) => status)).to.deep.equal([200, 200])
        expect([refused.status, refused.body.code]).to.deep.equal([503, 'TOO_MANY_AUDIT_EXPORTS'])
        expect(refused.headers['retry-after']).to.equal('5')
        await until(async () => (await sudo.send('HEAD', '/audit/export')).status === 200)
      })

      it('holds no database connection while its reader is slow', async () => {
        await fillTrail()
        const exports = [await openExport(), await openExport()]

        const others = await Promise.all(Array.from({ length: 20 }, () => sudo.get('/users/sudo')))
        for (const { close } of exports) close()

        expect(exports.map(({ status }) => status)).to.deep.equal([200, 200])
        expect(new Set(others.map(({ status }) => status))).to.deep.equal(new Set([200]))
        await until(async () => (await sudo.send('HEAD', '/audit/export')).status === 200)
      })

      it('counts no HEAD request as a running export', async () => {
        for (let time = 0; time < 5; time += 1) expect((await sudo.send('HEAD', '/audit/export')).status).to.equal(200)
      })

      for (const query of ['before=5', 'limit=5', 'from=yesterday', 'concerning=']) {
        it(`is refused for ${query}`, async () => {
          expect((await sudo.get(`/audit/export?${query}`)).body.code).to.equal('INVALID_PARAMETERS')
        })
      }
    })

    describe('verification', () => {
      it('returns the same result as the service, and reports a changed event', async () => {
        await until(async () => (await app.services.auditTrail.verify()).unsealed === 0)
        const expected = await app.services.auditTrail.verify()
        const { body: intact } = await sudo.post('/audit/verify')
        const [event] = await list('event=login')
        await app.services.database.write((transaction) =>
          transaction(EVENTS).where({ id: event?.id }).update({ target: 'somebody' }),
        )
        const { status, body: changed } = await sudo.post('/audit/verify')

        expect(intact).to.deep.equal(expected)
        expect(intact.problems).to.deep.equal([])
        expect(status).to.equal(200)
        expect(changed.problems).to.have.length(1)
        expect(changed.problems[0]).to.match(/^Event \d+ \(login of .*\) was changed\.$/)
      })

      it('is refused while one is running, and possible again afterwards', async () => {
        const responses = await Promise.all(Array.from({ length: 10 }, () => sudo.post('/audit/verify')))

        const refused = responses.filter(({ status }) => status === 503)
        expect(responses.filter(({ status }) => status === 200)).to.have.length.at.least(1)
        expect(refused).to.have.length.at.least(1)
        for (const { body, headers } of refused)
          expect([body.code, headers['retry-after']]).to.deep.equal(['VERIFICATION_RUNNING', '30'])
        expect((await sudo.post('/audit/verify')).status).to.equal(200)
      })

      it('rejects with the reason of its signal', async () => {
        const leaving = new AbortController()
        leaving.abort(new Error('gone'))

        const error = await app.services.auditTrail.verify(undefined, leaving.signal).catch((e: unknown) => e)

        expect(error).to.include({ message: 'gone' })
      })
    })
  })
})
