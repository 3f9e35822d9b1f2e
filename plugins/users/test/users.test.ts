import { forEachDatabase, type SignedIn, type TestResponse } from '@plinth/testing'
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
        const answer = await sudo.get('/users/')

        expect(answer.status).to.equal(200)
        expect(namesIn(answer)).to.deep.equal(NAMES)
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
        expect([first.identifier, second.identifier]).to.satisfy((ids: unknown[]) => ids.every(isNonEmptyString))
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
        const answer = await app.get('/users/')

        expect([answer.status, answer.body.code]).to.deep.equal([401, 'TOKEN_INVALID'])
      })
    })

    describe('a list of thousands of users', () => {
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
        it(`has the users for ?${query}, and the total`, async () => {
          const answer = await sudo.get(`/users/?${query}`)

          expect(answer.status).to.equal(200)
          expect(namesIn(answer)).to.deep.equal(all.slice(start, end))
          expect(answer.headers['x-total-count']).to.equal(String(all.length))
        })
      }

      it('links to the next page until the last', async () => {
        const seen: string[] = []
        let query: string | undefined = '?limit=2'
        while (query) {
          const answer = await sudo.get(`/users/${query}`)
          seen.push(...namesIn(answer))
          query = nextQuery(answer, new URL(`${app.url}/users/${query}`))
        }

        expect(seen).to.deep.equal(all)
      })

      it('has no next link when it is the last', async () => {
        const [exact, beyond] = [
          await sudo.get(`/users/?limit=2&offset=${all.length - 2}`),
          await sudo.get(`/users/?limit=2&offset=${all.length + 100}`),
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
        'offset=-1',
        'offset=0.5',
        'offset=x',
        'offset=99999999999999999999',
        'limit=2&page=2',
        'limit[]=2',
      ]) {
        it(`is refused for ?${query}`, async () => {
          const answer = await sudo.get(`/users/?${query}`)

          expect([answer.status, answer.body.code]).to.deep.equal([400, 'INVALID_PARAMETERS'])
        })
      }

      it('counts users who have just signed up, even during concurrent requests', async () => {
        const total = async () => Number((await sudo.get('/users/?limit=1')).headers['x-total-count'])
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

    describe('one user', () => {
      for (const path of ['Alice', 'alice', 'ALICE', 'Alice/']) {
        it(`is found by ${path} and returned as first written`, async () => {
          const answer = await sudo.get(`/users/${path}`)

          expect(answer.status).to.equal(200)
          expect(answer.body).to.deep.equal({
            identifier: answer.body.identifier,
            username: 'Alice',
            role: { name: 'guest', level: 256 },
            email: 'Alice@Plant.test',
            name: 'Given',
            lastname: 'Family',
          })
        })
      }

      for (const [index, username] of ['login', 'signup', 'a@b.test', 'u'.repeat(64), '-', '...'].entries()) {
        it(`is found by the name ${username}`, async () => {
          await app.post('/users/signup', person(username, { email: `found-${index}@plant.test` }))

          const answer = await sudo.get(`/users/${encodeURIComponent(username)}`)

          expect([answer.status, answer.body.username]).to.deep.equal([200, username])
        })
      }

      for (const path of ['nobody', 'alic', 'Alice@plant.test', 'Alice%20', '%25', "'", 'u'.repeat(65)]) {
        it(`is not found by ${path}`, async () => {
          const answer = await sudo.get(`/users/${path}`)

          expect([answer.status, answer.body.code]).to.deep.equal([404, 'USER_NOT_FOUND'])
        })
      }

      it('is not found by uuu…, which is too long for a username', async () => {
        expect((await sudo.get(`/users/${'u'.repeat(101)}`)).status).to.equal(404)
      })

      for (const path of ['%41lice', 'a%2Fb', '%zz', '%C3%28', 'Alice%00']) {
        it(`is not looked up by ${path}, which proxies may decode differently`, async () => {
          const answer = await sudo.get(`/users/${path}`)

          expect([answer.status, answer.body.code]).to.deep.equal([400, 'BAD_REQUEST'])
        })
      }

      it('is not shown without a key', async () => {
        expect((await app.get('/users/Alice')).status).to.equal(401)
      })
    })

    describe('the roles', () => {
      it('are those of a new database, the most privileged first', async () => {
        const answer = await sudo.get('/roles')

        expect([answer.status, answer.body]).to.deep.equal([200, ROLES])
      })

      it('are shown to any key', async () => {
        const guest = await app.signIn('guest')
        const { token } = (await sudo.post('/users/create_tpt', { role_name: 'guest' })).body

        for (const client of [guest, app.withKey(token)]) expect((await client.get('/roles')).body).to.deep.equal(ROLES)
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

function isNonEmptyString(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0
}

/** Returns a row of the table of users, for a user who cannot log in. */
function storedUser(number: number) {
  const [username, email] = [`user-${number}`, `user-${number}@plant.test`]
  return { identifier: username, username, username_key: username, email, email_key: email, role_id: 1 }
}
