import { createHmac, randomUUID } from 'node:crypto'
import { forEachDatabase, ManualClock, type SignedIn, type TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { fileOf } from '../../../test/support/configuration.js'

const ROLES = ['sudo', 'admin', 'supervisor', 'operator', 'auditor', 'guest']
const SECRET = 'the first key of these tests, of 32 bytes or more'
const NEXT_SECRET = 'the next key of these tests, of 32 bytes or more'
const DAY_S = 86_400

describe('third-party tokens', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database, clock, settings: { secretKey: SECRET } })
    })
    after(() => app.stop())
    beforeEach(async () => {
      sudo = await app.signIn('sudo')
    })

    const create = async (role_name: string, fields: object = {}): Promise<string> =>
      (await sudo.post('/users/create_tpt', { role_name, ...fields })).body.token
    const statusWith = async (token: string) => (await app.withKey(token).get('/roles')).status
    const list = async (): Promise<Listed[]> => (await sudo.get('/tpt')).body

    describe('are created', () => {
      it('with the documented fields', async () => {
        const response = await sudo.post('/users/create_tpt', { role_name: 'Operator' })

        expect(response.status).to.equal(200)
        expect(response.body).to.have.all.keys('token', 'role', 'created_on', 'message', 'id', 'name', 'expires_at')
        expect(response.body).to.include({ role: 'operator', created_on: utc(clock) })
        expect(response.body.message).to.be.a('string').and.not.empty
      })

      it('with a name and a note for people, which are listed and recorded, and not in the token', async () => {
        const label = { name: 'Historian 2 — ☂', note: 'Anna, extension 12' }

        const { body } = await sudo.post('/users/create_tpt', { role_name: 'guest', expires_in_days: 2, ...label })
        const unnamed = await sudo.post('/users/create_tpt', { role_name: 'guest', note: '' })

        const { payload } = partsOf(body.token)
        expect(body).to.include({ id: payload.jti, name: label.name, expires_at: utc(clock, 2 * DAY_S) })
        expect(payload).to.have.all.keys('jti', 'role', 'created_on', 'iat', 'exp', 'iss')
        expect(unnamed.body).to.include({ name: null, expires_at: null })
        expect((await list()).slice(-2).map(({ name, note }) => ({ name, note }))).to.deep.equal([
          label,
          { name: null, note: '' },
        ])
        const [event] = (await sudo.get(`/audit?target=${body.id}`)).body
        expect(event.details).to.deep.equal({ role: 'guest', days: 2, name: label.name })
      })

      for (const label of [
        { name: 'tok\u2800en' },
        { note: 'tok\u3164\ufe0fen' },
        { name: '' },
        { name: 'x'.repeat(65) },
        { name: 'two\nlines' },
        { name: 'a\u202eb' },
        { name: 'a\0b' },
        { name: null },
        { name: 7 },
        { note: 'x'.repeat(257) },
        { note: 'a\u001b[2J' },
        { note: ['a'] },
      ]) {
        it(`not with ${JSON.stringify(label).slice(0, 40)}`, async () => {
          const before = (await list()).length

          const response = await sudo.post('/users/create_tpt', { role_name: 'guest', ...label })

          expect([response.status, response.body.code]).to.deep.equal([400, 'INVALID_BODY'])
          expect(response.body.errors[0].field).to.match(/^(name|note|)$/)
          expect(await list()).to.have.length(before)
        })
      }

      it('permanently by default, as the response and the document say', async () => {
        const permanent = await sudo.post('/users/create_tpt', { role_name: 'guest' })
        const temporary = await sudo.post('/users/create_tpt', { role_name: 'guest', expires_in_days: 3 })
        const { paths } = (await app.get('/openapi.json')).body

        expect(permanent.body.message).to.match(/ never expires/)
        expect(temporary.body.message).not.to.match(/expires/)
        expect(paths['/users/create_tpt'].post.description).to.include('Without `expires_in_days` it never expires')
      })

      it('as a JSON Web Token with HS256 and the role', async () => {
        const { header, payload } = partsOf(await create('operator'))

        expect(header).to.include({ alg: 'HS256', typ: 'JWT' })
        expect(header.kid).to.be.a('string').and.not.empty
        expect(payload).to.have.all.keys('role', 'created_on', 'iat', 'jti', 'iss')
        expect(payload).to.include({ role: 'operator', created_on: utc(clock), iat: Math.floor(clock.now() / 1_000) })
      })

      it('each with a different value, even within the same second', async () => {
        const tokens = await Promise.all(Array.from({ length: 10 }, () => create('guest')))

        expect(new Set(tokens).size).to.equal(10)
      })

      for (const role of ROLES.slice(1)) {
        it(`but not by a user of the role ${role}`, async () => {
          const user = await app.signIn(role)

          const response = await user.post('/users/create_tpt', { role_name: role })

          expect([response.status, response.body.code]).to.deep.equal([403, 'ROLE_INSUFFICIENT'])
        })
      }

      for (const role of ROLES) {
        it(`but not by a third-party token of the role ${role}`, async () => {
          const client = app.withKey(await create(role))

          const response = await client.post('/users/create_tpt', { role_name: role })

          expect([response.status, response.body.code]).to.deep.equal([403, 'ROLE_INSUFFICIENT'])
        })
      }

      it('but not by a user of another role at level 0', async () => {
        await sudo.upload('/settings/import_config', fileOf({ Roles: [{ name: 'root', level: 0 }] }))
        const root = await app.signIn('root')

        const response = await root.post('/users/create_tpt', { role_name: 'guest' })

        expect([response.status, response.body.code]).to.deep.equal([403, 'ROLE_INSUFFICIENT'])
        expect((await root.get('/tpt')).status).to.equal(200)
      })

      it('but not without a key', async () => {
        const response = await app.post('/users/create_tpt', { role_name: 'guest' })

        expect([response.status, response.body.code]).to.deep.equal([401, 'TOKEN_INVALID'])
      })

      for (const [what, body, code] of [
        ['an unknown role', { role_name: 'captain' }, 'ROLE_NOT_FOUND'],
        ['no role', {}, 'INVALID_BODY'],
        ['null for a role', { role_name: null }, 'INVALID_BODY'],
        ['0 days', { role_name: 'guest', expires_in_days: 0 }, 'INVALID_BODY'],
        ['a negative number of days', { role_name: 'guest', expires_in_days: -1 }, 'INVALID_BODY'],
        ['half a day', { role_name: 'guest', expires_in_days: 0.5 }, 'INVALID_BODY'],
        ['a string of days', { role_name: 'guest', expires_in_days: '7' }, 'INVALID_BODY'],
        ['more days than a date can hold', { role_name: 'guest', expires_in_days: 1e15 }, 'INVALID_BODY'],
        ['an unknown field', { role_name: 'guest', exp: 1 }, 'INVALID_BODY'],
      ] as const) {
        it(`but not for ${what}`, async () => {
          const before = await list()

          const response = await sudo.post('/users/create_tpt', body)

          expect([response.status, response.body.code]).to.deep.equal([400, code])
          expect(await list()).to.have.length(before.length)
        })
      }
    })

    describe('act', () => {
      for (const [role, users, settings, tokens] of [
        ['guest', 200, 403, 403],
        ['operator', 200, 403, 403],
        ['supervisor', 200, 403, 403],
        ['admin', 200, 200, 403],
        ['sudo', 200, 200, 200],
      ] as const) {
        it(`with the role ${role} wherever that role is allowed`, async () => {
          const client = app.withKey(await create(role))

          const responses = await Promise.all(['/users/', '/settings', '/tpt'].map((path) => client.get(path)))

          expect(responses.map(({ status }) => status)).to.deep.equal([users, settings, tokens])
        })
      }

      it('also in the Authorization header', async () => {
        const headers = { Authorization: `Bearer ${await create('guest')}` }

        expect((await app.get('/roles', { headers })).status).to.equal(200)
      })

      it('for years by default', async () => {
        const token = await create('guest')

        clock.advance(10 * 365 * DAY_S)

        expect(await statusWith(token)).to.equal(200)
      })

      it('for the requested number of days, and no second longer', async () => {
        const token = await create('guest', { expires_in_days: 2 })

        clock.advance(2 * DAY_S - 1)
        const before = await statusWith(token)
        clock.advance(1)

        expect([before, await statusWith(token)]).to.deep.equal([200, 401])
      })
    })

    describe('are listed', () => {
      it('in the order of creation, with their metadata', async () => {
        const permanent = await create('operator')
        const created_on = utc(clock)
        clock.advance(3_600)
        const temporary = await create('guest', { expires_in_days: 1 })

        const response = await sudo.get('/tpt')

        expect(response.status).to.equal(200)
        expect(response.body.slice(-2)).to.deep.equal([
          {
            id: partsOf(permanent).payload.jti,
            role: 'operator',
            created_on,
            expires_at: null,
            created_by: 'sudo',
            last_used_at: null,
            revoked_at: null,
            name: null,
            note: null,
          },
          {
            id: partsOf(temporary).payload.jti,
            role: 'guest',
            created_on: utc(clock),
            expires_at: utc(clock, DAY_S),
            created_by: 'sudo',
            last_used_at: null,
            revoked_at: null,
            name: null,
            note: null,
          },
        ])
      })

      it('by pages, the newest first, of all creators or of one, and only the valid ones if asked', async () => {
        const other = await app.signIn('sudo', 'zoe')
        const idOf = (token: string) => partsOf(token).payload.jti
        const ids: string[] = []
        for (const client of [sudo, other, sudo, other])
          ids.unshift(idOf((await client.post('/users/create_tpt', { role_name: 'guest' })).body.token))
        const [newest, second, third, oldest] = ids
        await sudo.delete(`/tpt/${second}`)
        await sudo.post('/users/create_tpt', { role_name: 'guest', expires_in_days: 1 })
        clock.advance(DAY_S)
        sudo = await app.signIn('sudo')
        const listWith = async (query: string) => {
          const { body, headers } = await sudo.get(`/tpt?${query}`)
          return { ids: body.map(({ id }: { id: string }) => id), link: headers.link }
        }

        const page = await listWith(`limit=2&before=${newest}`)
        const created = await listWith('created_by=zoe')
        const valid = await listWith('state=valid&limit=2')

        expect(page).to.deep.equal({ ids: [second, third], link: `<?limit=2&before=${third}>; rel="next"` })
        expect(await listWith('created_by=zoe&limit=2')).to.deep.equal(created)
        expect((await listWith(`limit=1&before=${third}`)).ids).to.deep.equal([oldest])
        expect(created).to.deep.equal({ ids: [newest, third], link: undefined })
        expect(valid.ids).to.deep.equal([newest, third])
        expect((await sudo.get('/tpt?limit=0')).status).to.equal(400)
      })

      for (const role of ROLES.slice(1)) {
        it(`and revoked, but not by the role ${role}`, async () => {
          const token = await create('guest')
          const clients = [await app.signIn(role), app.withKey(await create(role))]

          for (const client of clients) {
            const listed = await client.get('/tpt')
            const revoked = await client.delete(`/tpt/${partsOf(token).payload.jti}`)

            expect([listed.status, revoked.status]).to.deep.equal([403, 403])
          }
          expect(await statusWith(token)).to.equal(200)
        })
      }

      it('and revoked, but not without a key', async () => {
        const token = await create('guest')

        const responses = [await app.get('/tpt'), await app.delete(`/tpt/${partsOf(token).payload.jti}`)]

        expect(responses.map(({ status }) => status)).to.deep.equal([401, 401])
        expect(await statusWith(token)).to.equal(200)
      })
    })

    describe('are revoked', () => {
      const revoke = (token: string, client: Pick<TestClient, 'delete'> = sudo) =>
        client.delete(`/tpt/${partsOf(token).payload.jti}`)

      it('at once, without affecting other tokens', async () => {
        const [token, other] = [await create('guest'), await create('guest')]
        const before = await statusWith(token)

        const response = await revoke(token)

        expect(response.status).to.equal(200)
        expect(response.body.message).to.be.a('string').and.not.empty
        expect([before, await statusWith(token), await statusWith(other)]).to.deep.equal([200, 401, 200])
      })

      it('by a third-party token of the role sudo as well', async () => {
        const token = await create('guest')

        expect((await revoke(token, app.withKey(await create('sudo')))).status).to.equal(200)
        expect(await statusWith(token)).to.equal(401)
      })

      it('by themselves', async () => {
        const token = await create('sudo')

        expect((await revoke(token, app.withKey(token))).status).to.equal(200)
        expect(await statusWith(token)).to.equal(401)
      })

      it('only once: the list shows the first time', async () => {
        const token = await create('guest')
        await revoke(token)
        const revoked_at = utc(clock)

        clock.advance(60)
        const again = await revoke(token)

        expect(again.status).to.equal(200)
        expect((await list()).at(-1)).to.include({ id: partsOf(token).payload.jti, revoked_at })
      })

      it('only when the id exists', async () => {
        for (const id of [randomUUID(), 'x', '1']) {
          const response = await sudo.delete(`/tpt/${id}`)

          expect([response.status, response.body.code]).to.deep.equal([404, 'TOKEN_NOT_FOUND'])
        }
      })

      if (database.name === 'PostgreSQL') {
        it('at once on another replica too', async () => {
          const replica = await startApp({ database, clock, on: app.database, settings: { secretKey: SECRET } })
          const seen: [before: number, after: number][] = []

          for (let round = 0; round < 10; round += 1) {
            const token = await create('guest')
            const there = replica.withKey(token)
            const before = (await there.get('/roles')).status
            await revoke(token)
            seen.push([before, (await there.get('/roles')).status])
          }
          await replica.stop()

          expect(seen).to.deep.equal(Array(10).fill([200, 401]))
        })
      }
    })

    describe('are rejected if forged', () => {
      it('but not if signed by hand correctly', async () => {
        const { header, payload } = partsOf(await create('guest'))

        expect(await statusWith(signed(header, payload))).to.equal(200)
      })

      for (const [what, forge] of Object.entries<(genuine: string, parts: Parts) => string>({
        'with the algorithm "none" and no signature': (_, { header, payload }) =>
          `${encoded({ ...header, alg: 'none' })}.${encoded(payload)}.`,
        'with the algorithm "none" and the genuine signature': (genuine, { header, payload }) =>
          `${encoded({ ...header, alg: 'none' })}.${encoded(payload)}.${genuine.split('.')[2]}`,
        'without a signature': (genuine) => genuine.replace(/[^.]+$/, ''),
        'with HS512': (_, { header, payload }) => signed({ ...header, alg: 'HS512' }, payload, { hash: 'sha512' }),
        'with HS384': (_, { header, payload }) => signed({ ...header, alg: 'HS384' }, payload, { hash: 'sha384' }),
        'with another secret': (_, { header, payload }) => signed(header, payload, { secret: NEXT_SECRET }),
        'with the key id as the secret': (_, { header, payload }) => signed(header, payload, { secret: header.kid }),
        'with an empty secret': (_, { header, payload }) => signed(header, payload, { secret: '' }),
        'with another issuer': (_, { header, payload }) => signed(header, { ...payload, iss: 'another' }),
        'without an issuer': (_, { header, payload }) => signed(header, { ...payload, iss: undefined }),
        'without a key id': (_, { header, payload }) => signed({ ...header, kid: undefined }, payload),
        'with an unknown key id': (_, { header, payload }) => signed({ ...header, kid: 'unknown' }, payload),
        'with a key id that is a list': (_, { header, payload }) => signed({ ...header, kid: [header.kid] }, payload),
        'with an unknown jti': (_, { header, payload }) => signed(header, { ...payload, jti: randomUUID() }),
        'without a jti': (_, { header, payload }) => signed(header, { ...payload, jti: undefined }),
        'with a jti that is not a string': (_, { header, payload }) =>
          signed(header, { ...payload, jti: { not: 'a string' } }),
        'with a jti that cannot be stored': (_, { header, payload }) =>
          signed(header, { ...payload, jti: `${payload.jti}\0` }),
        'with another role': (genuine, { payload }) => withPayload(genuine, { ...payload, role: 'sudo' }),
        'with a later expiry': (genuine, { payload }) => withPayload(genuine, { ...payload, exp: 99_999_999_999 }),
        'with a later start of validity': (_, { header, payload }) =>
          signed(header, { ...payload, nbf: 99_999_999_999 }),
        'with a letter of the signature changed': (genuine) =>
          genuine.replace(/\.(.)([^.]+)$/, (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`),
        'with a character appended': (genuine) => `${genuine}.`,
        'with a payload that is a string': (_, { header }) => signed(header, 'guest'),
        'with a payload that is not JSON': (genuine) => genuine.replace(/\.[^.]+\./, '.bm8ganNvbg.'),
        'with a header that is not JSON': (genuine) => genuine.replace(/^[^.]+/, 'bm8ganNvbg'),
      })) {
        it(what, async () => {
          const genuine = await create('guest')

          const response = await app.withKey(forge(genuine, partsOf(genuine))).get('/roles')

          expect([response.status, response.body.code]).to.deep.equal([401, 'TOKEN_INVALID'])
          expect(await statusWith(genuine)).to.equal(200)
        })
      }
    })

    it('are stored in neither the database nor the log', async () => {
      const token = await create('operator')
      await statusWith(token)
      await app.get(`/roles?token=${token}`)

      const stored = await everythingStored(app)

      const { payload } = partsOf(token)
      expect(stored).to.contain(payload.jti)
      for (const part of [...token.split('.'), sudo.key, SECRET]) {
        expect(stored).to.not.contain(part)
        expect(app.logLines.join('\n')).to.not.contain(part)
      }
    })
  })
})

describe('a third-party token across a restart', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    let app: App
    beforeEach(async () => {
      app = await startApp({ database, clock, settings: { secretKey: SECRET } })
    })
    afterEach(async () => {
      await app.stop()
      await app.database.drop()
    })

    const restart = async (settings: { secretKey: string; secretKeyPrevious?: string }) => {
      await app.stopAndKeepDatabase()
      app = await startApp({ database, clock, settings, on: app.database })
    }
    const create = async (): Promise<string> => {
      const sudo = await app.signIn('sudo')
      return (await sudo.post('/users/create_tpt', { role_name: 'guest' })).body.token
    }
    const statusWith = async (token: string) => (await app.withKey(token).get('/roles')).status

    it('stays valid', async () => {
      const token = await create()

      await restart({ secretKey: SECRET })

      expect(await statusWith(token)).to.equal(200)
    })

    it('keeps its last use in the list', async () => {
      const token = await create()
      clock.advance(3_600)
      await statusWith(token)
      const usedAt = utc(clock)

      await restart({ secretKey: SECRET })
      clock.advance(60)
      const listed: Listed[] = (await (await app.signIn('sudo')).get('/tpt')).body

      expect(listed.map(({ last_used_at }) => last_used_at)).to.deep.equal([usedAt])
    })

    it('is valid while its key is the previous key, which signs nothing new', async () => {
      const old = await create()

      await restart({ secretKey: NEXT_SECRET, secretKeyPrevious: SECRET })
      const recent = await create()
      const withBoth = [await statusWith(old), await statusWith(recent)]
      await restart({ secretKey: NEXT_SECRET })
      const withNext = [await statusWith(old), await statusWith(recent)]

      expect(withBoth).to.deep.equal([200, 200])
      expect(withNext).to.deep.equal([401, 200])
      expect(partsOf(recent).header.kid).to.not.equal(partsOf(old).header.kid)
    })

    it('is invalid under another key, even though its record exists', async () => {
      const token = await create()

      await restart({ secretKey: NEXT_SECRET })
      const underAnother = await statusWith(token)
      await restart({ secretKey: SECRET })

      expect([underAnother, await statusWith(token)]).to.deep.equal([401, 200])
    })
  })
})

interface Listed {
  readonly id: string
  readonly last_used_at: string | null
  readonly revoked_at: string | null
  readonly name: string | null
  readonly note: string | null
}

interface Parts {
  readonly header: { readonly alg: string; readonly kid: string }
  readonly payload: { readonly jti: string; readonly role: string }
}

function partsOf(token: string): Parts {
  const [header, payload] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
  return { header: JSON.parse(header ?? ''), payload: JSON.parse(payload ?? '') }
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Signs by hand, because a library might refuse to create tokens that Plinth must refuse to accept. */
function signed(header: object, payload: unknown, { secret = SECRET, hash = 'sha256' } = {}): string {
  const content = `${encoded(header)}.${encoded(payload)}`
  return `${content}.${createHmac(hash, secret).update(content).digest('base64url')}`
}

function withPayload(token: string, payload: object): string {
  const [header, , signature] = token.split('.')
  return `${header}.${encoded(payload)}.${signature}`
}

/** The clock's time in UTC plus `seconds`, as `YYYY-MM-DD HH:MM:SS`. */
function utc(clock: ManualClock, seconds = 0): string {
  return new Date(clock.now() + seconds * 1_000).toISOString().replace('T', ' ').slice(0, 19)
}

/** All rows of all tables, as one string. */
function everythingStored({ services: { database } }: App): Promise<string> {
  return database.read(async (knex) => {
    const tables =
      database.dialect.name === 'postgres'
        ? knex('information_schema.tables').select('table_name as name').where({ table_schema: 'public' })
        : knex('sqlite_master').select('name').whereIn('type', ['table', 'view'])
    const rows: unknown[] = []
    for (const { name } of (await tables) as { name: string }[]) rows.push(await knex(name).select())
    return JSON.stringify(rows)
  })
}
