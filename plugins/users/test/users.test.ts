import { forEachDatabase, type SignedIn, type TestResponse, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'

const ROLES = [
  { name: 'sudo', level: 0 },
  { name: 'admin', level: 1 },
  { name: 'supervisor', level: 2 },
  { name: 'operator', level: 10 },
  { name: 'auditor', level: 100 },
  { name: 'guest', level: 256 },
]
/** Usernames in the order of creation, which differs from every other order. */
const NAMES = ['sudo', 'zoe', 'Alice', 'mike', 'bob', 'Yan']

describe('users', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database })
      sudo = await app.signIn('sudo')
      for (const username of NAMES.slice(1)) await app.post('/users/signup', person(username))
    })
    after(() => app.stop())

    describe('the list', () => {
      it('contains all users in the order of creation', async () => {
        const response = await sudo.get('/users/')

        expect(response.status).to.equal(200)
        expect(namesIn(response)).to.deep.equal(NAMES)
      })

      it('has the documented fields and no others', async () => {
        const [first, second] = (await sudo.get('/users/')).body

        expect(first).to.deep.equal({
          identifier: first.identifier,
          username: 'sudo',
          role: { name: 'sudo', level: 0 },
          email: 'sudo@localhost',
          name: null,
          lastname: null,
        })
        expect(second).to.deep.equal({
          identifier: second.identifier,
          username: 'zoe',
          role: { name: 'guest', level: 256 },
          email: 'zoe@Plant.test',
          name: 'Given',
          lastname: 'Family',
        })
        for (const { identifier } of [first, second]) expect(identifier).to.be.a('string').and.not.empty
        expect(first.identifier).to.not.equal(second.identifier)
      })

      it('keeps its order when a user is changed', async () => {
        const before = namesIn(await sudo.get('/users/'))
        const admin = await app.signIn('admin', 'boss')

        const changed = await admin.post('/users/reset_password', {
          target_username: 'zoe',
          new_password: 'new horse 9',
        })

        expect(changed.status).to.equal(200)
        expect(namesIn(await sudo.get('/users/'))).to.deep.equal([...before, 'boss'])
      })

      it('is served with and without a trailing slash', async () => {
        expect((await sudo.get('/users')).text).to.equal((await sudo.get('/users/')).text)
      })

      for (const { name: role } of ROLES) {
        it(`is shown to the role ${role} and to its third-party tokens`, async () => {
          const user = await app.signIn(role)
          const { token } = (await sudo.post('/users/create_tpt', { role_name: role })).body

          for (const client of [user, app.withKey(token)]) expect((await client.get('/users/')).status).to.equal(200)
        })
      }

      it('is not shown without a key', async () => {
        const response = await app.get('/users/')

        expect([response.status, response.body.code]).to.deep.equal([401, 'TOKEN_INVALID'])
      })
    })

    describe('a list of thousands of users', () => {
      /** More users than the service reads in two pages. */
      const numbers = Array.from({ length: 4_100 }, (_, number) => number)
      let long: App
      before(async () => {
        long = await startApp({ database })
        await long.services.database.write((transaction) =>
          transaction.batchInsert('plinth_users', numbers.map(storedUser), 100),
        )
      })
      after(() => long.stop())

      it('contains each user once, in the order of creation, as the pages do', async () => {
        const client = await long.signIn('sudo')

        const [all, rest] = [await client.get('/users/'), await client.get('/users/?offset=3900')]

        const stored = numbers.map((number) => storedUser(number).username)
        expect(namesIn(all)).to.deep.equal(['sudo', ...stored])
        expect(namesIn(rest)).to.deep.equal(stored.slice(3_899))
      })
    })

    describe('a page of the list', () => {
      let all: string[]
      before(async () => {
        all = namesIn(await sudo.get('/users/'))
      })

      for (const [query, start, end] of [
        ['limit=1', 0, 1],
        ['limit=3', 0, 3],
        ['limit=2&offset=0', 0, 2],
        ['limit=2&offset=3', 3, 5],
        ['offset=2&limit=1', 2, 3],
        ['offset=4', 4, undefined],
        ['limit=1000', 0, undefined],
      ] as const) {
        it(`has the users for ?${query}, and the total if it is asked for`, async () => {
          const response = await sudo.get(`/users/?${query}`)
          const counted = await sudo.get(`/users/?${query}&count=true`)

          expect(response.status).to.equal(200)
          expect(namesIn(response)).to.deep.equal(all.slice(start, end))
          expect(response.headers).to.not.have.property('x-total-count')
          expect(counted.body).to.deep.equal(response.body)
          expect(counted.headers['x-total-count']).to.equal(String(all.length))
        })
      }

      it('links to the next page until the last', async () => {
        const seen: string[] = []
        let query: string | undefined = '?limit=2'
        while (query) {
          const response = await sudo.get(`/users/${query}`)
          seen.push(...namesIn(response))
          query = nextQuery(response, new URL(`${app.url}/users/${query}`))
        }

        expect(seen).to.deep.equal(all)
      })

      it('has no next link when it is the last', async () => {
        const [exact, beyond] = [
          await sudo.get(`/users/?limit=2&offset=${all.length - 2}`),
          await sudo.get(`/users/?limit=2&offset=${all.length + 100}&count=true`),
        ]

        expect(namesIn(exact)).to.have.length(2)
        expect(exact.headers).to.not.have.property('link')
        expect(beyond.body).to.deep.equal([])
        expect(beyond.headers)
          .to.include({ 'x-total-count': String(all.length) })
          .and.not.have.property('link')
      })

      for (const query of [
        'limit=0',
        'limit=-1',
        'limit=1001',
        'limit=1.5',
        'limit=ten',
        'limit=',
        'limit=1e2',
        'limit=0x10',
        'limit=1&limit=2',
        'search=a&search=b',
        'offset=-1',
        'offset=0.5',
        'offset=x',
        'offset=99999999999999999999',
        'limit=2&page=2',
        'count=yes',
        'count=',
        'limit[]=2',
      ]) {
        it(`is refused for ?${query}`, async () => {
          const response = await sudo.get(`/users/?${query}`)

          expect([response.status, response.body.code]).to.deep.equal([400, 'INVALID_PARAMETERS'])
        })
      }

      it('counts users who have just signed up, even during concurrent requests', async () => {
        const total = async () => Number((await sudo.get('/users/?limit=1&count=true')).headers['x-total-count'])
        const before = await total()

        for (const number of [1, 2, 3, 4, 5]) {
          const others = Array.from({ length: 8 }, total)
          await app.post('/users/signup', person(`late-${number}`))
          const counts = await Promise.all([total(), total(), total()])

          expect(counts).to.deep.equal(Array(3).fill(before + number))
          for (const count of await Promise.all(others))
            expect(count).to.be.within(before + number - 1, before + number)
        }
      })
    })

    describe('a search', () => {
      let other: App
      let client: SignedIn
      const search = (parameters: object) => client.get(`/users/?${new URLSearchParams({ ...parameters })}`)
      before(async () => {
        other = await startApp({ database })
        client = await other.signIn('sudo')
        for (const [username, role_name, name, lastname] of [
          ['Zoe', 'admin', 'Zo\u00eb', 'STRASSE'],
          ['mike', 'operator', 'Mike', '100%'],
          ['bob', 'guest', 'Bo!b', 'M_ller'],
          ['anna', 'operator', 'Anna', 'Muller'],
        ])
          await client.post('/users/signup', person(String(username), { role_name, name, lastname }))
        await client.patch('/users/bob', { disabled: true })
      })
      after(() => other.stop())

      for (const [parameters, expected] of [
        [{ search: 'ZO' }, ['Zoe']],
        [{ search: 'PLANT.TEST' }, ['Zoe', 'mike', 'bob', 'anna']],
        [{ search: 'ZOE\u0308' }, ['Zoe']],
        [{ search: '\uff33trasse' }, ['Zoe']],
        [{ search: 'x' }, []],
        [{ search: '%' }, ['mike']],
        [{ search: '_' }, ['bob']],
        [{ search: '!' }, ['bob']],
        [{ search: "' OR 1=1 --" }, []],
        [{ search: 'm_l' }, ['bob']],
        [{ role: 'Operator' }, ['mike', 'anna']],
        [{ role: 'captain' }, []],
        [{ role: 'operator', search: 'ann' }, ['anna']],
        [{ state: 'disabled' }, ['bob']],
        [{ state: 'enabled', search: 'bo' }, []],
        [{ state: 'enabled', role: 'operator' }, ['mike', 'anna']],
        [{ sort: 'created' }, ['sudo', 'Zoe', 'mike', 'bob', 'anna']],
        [{ sort: '-created' }, ['anna', 'bob', 'mike', 'Zoe', 'sudo']],
        [{ sort: 'username' }, ['anna', 'bob', 'mike', 'sudo', 'Zoe']],
        [{ sort: '-username' }, ['Zoe', 'sudo', 'mike', 'bob', 'anna']],
        [{ sort: 'email' }, ['anna', 'bob', 'mike', 'sudo', 'Zoe']],
        [{ sort: '-email', search: 'plant' }, ['Zoe', 'mike', 'bob', 'anna']],
        [{ sort: 'role' }, ['sudo', 'Zoe', 'mike', 'anna', 'bob']],
        [{ sort: '-role', state: 'enabled' }, ['anna', 'mike', 'Zoe', 'sudo']],
        [{ sort: 'role', limit: '2', offset: '1' }, ['Zoe', 'mike']],
        [{ search: 'plant', sort: 'username', limit: '2', offset: '2' }, ['mike', 'Zoe']],
      ] as const) {
        it(`finds ${expected.join(', ') || 'nobody'} by ${JSON.stringify(parameters)}`, async () => {
          const response = await search(parameters)

          expect(response.status).to.equal(200)
          expect(namesIn(response)).to.deep.equal(expected)
        })
      }

      it('has the total, and links to the next page with the same parameters until the last', async () => {
        const first = { search: 'Plant', sort: '-username', limit: '3', count: 'true' }
        const seen: string[] = []
        let query: string | undefined = `?${new URLSearchParams(first)}`
        for (let pages = 1; query; pages += 1) {
          const response = await client.get(`/users/${query}`)
          seen.push(...namesIn(response))
          expect([pages <= 2, response.headers['x-total-count']]).to.deep.equal([true, '4'])
          query = nextQuery(response, new URL(`${other.url}/users/${query}`))
        }

        expect(seen).to.deep.equal(['Zoe', 'mike', 'bob', 'anna'])
      })

      it('has an empty page beyond the last, with the total', async () => {
        const response = await search({ search: 'plant', offset: '10', count: 'true' })

        expect([response.body, response.headers['x-total-count'], response.headers.link]).to.deep.equal([
          [],
          '4',
          undefined,
        ])
      })

      it('has no total if it is not asked for, but links to the next page', async () => {
        const response = await search({ sort: 'username', limit: '4' })
        const last = await search({ sort: 'username', limit: '4', offset: '1', count: 'false' })

        expect(response.headers).to.not.have.property('x-total-count')
        expect(response.headers.link).to.equal('<?sort=username&limit=4&offset=4>; rel="next"')
        expect(last.headers).to.not.have.any.keys('x-total-count', 'link')
      })

      it('escapes its text in the link to the next page', async () => {
        for (const username of ['eve-1', 'eve-2'])
          await client.post('/users/signup', person(username, { lastname: '<a>; rel="x", & more' }))

        const response = await search({ search: '<a>; rel="x", &', limit: '1' })
        const next = await client.get(`/users/${nextQuery(response, new URL(`${other.url}/users/`))}`)

        expect([...namesIn(response), ...namesIn(next)]).to.deep.equal(['eve-1', 'eve-2'])
        for (const username of ['eve-1', 'eve-2']) await client.delete(`/users/${username}`)
      })

      it('finds users by names that were changed, cleared or imported', async () => {
        await client.patch('/users/mike', { name: 'Micha\u00cbl', lastname: null })
        const Users = [{ username: 'ida', email: 'ida@plant.test', role: 'guest', name: '\u00cdda', lastname: null }]
        await client.upload('/settings/import_config', JSON.stringify({ version: '1.0', data: { Users } }))

        const found = [
          await search({ search: 'micha\u00eb' }),
          await search({ search: '100%' }),
          await search({ search: '\u00edd' }),
        ]

        expect(found.map(namesIn)).to.deep.equal([['mike'], [], ['ida']])
      })

      for (const parameters of [
        { search: '' },
        { search: 'x'.repeat(65) },
        { search: 'a\0b' },
        { role: 'x'.repeat(33) },
        { state: 'locked' },
        { state: '' },
        { sort: 'password_hash' },
        { sort: '--created' },
        { sort: 'created', limit: '1001' },
      ]) {
        it(`is refused for ${JSON.stringify(parameters)}`, async () => {
          const response = await search(parameters)

          expect([response.status, response.body.code]).to.deep.equal([400, 'INVALID_PARAMETERS'])
        })
      }

      it('is refused when its caller has too many running or waiting, while others search and list', async () => {
        const guest = await other.signIn('guest')

        const statuses = new Set<number>()
        await until(async () => {
          const flood = Promise.all(Array.from({ length: 10 }, () => guest.get('/users/?search=plant')))
          const others = await Promise.all([search({ search: 'plant' }), guest.get('/users/?limit=1')])
          expect(others.map(({ status }) => status)).to.deep.equal([200, 200])
          for (const { status, body, headers } of await flood) {
            statuses.add(status)
            if (status !== 200)
              expect([status, body.code, headers['retry-after']]).to.deep.equal([503, 'TOO_MANY_SEARCHES', '1'])
          }
          return statuses.size === 2
        })
      })
    })

    describe('one user', () => {
      for (const path of ['Alice', 'alice', 'ALICE', 'Alice/']) {
        it(`is found by ${path} and returned as first written`, async () => {
          const response = await sudo.get(`/users/${path}`)

          expect(response.status).to.equal(200)
          expect(response.body).to.deep.equal({
            identifier: response.body.identifier,
            username: 'Alice',
            role: { name: 'guest', level: 256 },
            email: 'Alice@Plant.test',
            name: 'Given',
            lastname: 'Family',
            may_change: true,
          })
        })
      }

      for (const [role, changeable] of [
        ['sudo', ['sudo', 'admin', 'operator']],
        ['admin', ['admin', 'operator']],
        ['operator', []],
      ] as const) {
        it(`says whom the role ${role} may change: ${changeable.join(', ') || 'nobody'}`, async () => {
          const client = await app.signIn(role)
          const found: string[] = []

          for (const target of ['sudo', 'admin', 'operator']) {
            await app.signIn(target, `one-${target}`)
            if ((await client.get(`/users/one-${target}`)).body.may_change) found.push(target)
          }

          expect(found).to.deep.equal(changeable)
        })
      }

      for (const [index, username] of ['login', 'signup', 'a@b.test', 'u'.repeat(64), '-', '...'].entries()) {
        it(`is found by the name ${username}`, async () => {
          await app.post('/users/signup', person(username, { email: `found-${index}@plant.test` }))

          const response = await sudo.get(`/users/${encodeURIComponent(username)}`)

          expect([response.status, response.body.username]).to.deep.equal([200, username])
        })
      }

      for (const path of ['nobody', 'alic', 'Alice@plant.test', 'Alice%20', '%25', "'", 'u'.repeat(65)]) {
        it(`is not found by ${path}`, async () => {
          const response = await sudo.get(`/users/${path}`)

          expect([response.status, response.body.code]).to.deep.equal([404, 'USER_NOT_FOUND'])
        })
      }

      it('is not found by uuu…, which is too long for a username', async () => {
        expect((await sudo.get(`/users/${'u'.repeat(101)}`)).status).to.equal(404)
      })

      for (const path of ['%41lice', 'a%2Fb', '%zz', '%C3%28', 'Alice%00']) {
        it(`is not looked up by ${path}, which proxies may decode differently`, async () => {
          const response = await sudo.get(`/users/${path}`)

          expect([response.status, response.body.code]).to.deep.equal([400, 'BAD_REQUEST'])
        })
      }

      it('is not shown without a key', async () => {
        expect((await app.get('/users/Alice')).status).to.equal(401)
      })
    })

    describe('the roles', () => {
      it('are those of a new database, the most privileged first', async () => {
        const response = await sudo.get('/roles')

        expect([response.status, response.body.map(nameAndLevel)]).to.deep.equal([200, ROLES])
      })

      it('are shown to any key', async () => {
        const guest = await app.signIn('guest')
        const { token } = (await sudo.post('/users/create_tpt', { role_name: 'guest' })).body

        for (const client of [guest, app.withKey(token)])
          expect((await client.get('/roles')).body.map(nameAndLevel)).to.deep.equal(ROLES)
      })

      it('are not shown without a key', async () => {
        expect((await app.get('/roles')).status).to.equal(401)
      })
    })
  })
})

function person(username: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    username,
    email: `${username}@Plant.test`,
    role_name: 'guest',
    password: 'correct horse 9',
    name: 'Given',
    lastname: 'Family',
    ...fields,
  }
}

const nameAndLevel = ({ name, level }: { name: string; level: number }) => ({ name, level })

function namesIn({ body }: TestResponse): string[] {
  return body.map(({ username }: { username: string }) => username)
}

/** Returns the query of the URL in `Link: <…>; rel="next"`, resolved as a client does. */
function nextQuery({ headers }: TestResponse, from: URL): string | undefined {
  const target = String(headers.link ?? '').match(/^<([^>]+)>; rel="next"$/)?.[1]
  if (target === undefined) return undefined
  const next = new URL(target, from)
  if (next.pathname !== from.pathname) throw new Error(`the next page has another path: ${next.href}`)
  return next.search
}

/** Returns a row of the table of users, for a user who cannot log in. */
function storedUser(number: number) {
  const [username, email] = [`user-${number}`, `user-${number}@plant.test`]
  return { identifier: username, username, username_key: username, email, email_key: email, role_id: 1 }
}
