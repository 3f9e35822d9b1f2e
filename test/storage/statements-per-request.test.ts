import { createStandardKernel } from '@plinth/service'
import { startTestApp, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import knex, { type Knex } from 'knex'
import type { App } from '../support/app.js'

/** Matches lookups of a session, a token or a user, but no background statements. */
const LOOKUP = /WHERE (s\.key_digest|u\.username_key|t\.jti) = /

const CONCURRENCY = 20

describe('a request on PostgreSQL', () => {
  const [database] = testDatabases.filter(({ name }) => name === 'PostgreSQL')
  if (!database) throw new Error('there is no PostgreSQL to test on')
  let app: App
  let hostKnex: Knex
  before(async () => {
    const tempDatabase = await database.create()
    // With a single connection, concurrent requests wait, so that their lookups can be combined
    hostKnex = knex({ client: 'pg', connection: tempDatabase.url, pool: { min: 0, max: 1 } })
    app = await startTestApp({
      database,
      on: tempDatabase,
      kernel: (options) => createStandardKernel({ ...options, knex: hostKnex }),
    })
  })
  after(async () => {
    await app.stopAndKeepDatabase()
    await hostKnex.destroy()
    await app.database.drop()
  })

  const countLookups = async () => {
    const operator = await app.signIn('operator')
    const { token } = (await (await app.signIn('sudo')).post('/users/create_tpt', { role_name: 'operator' })).body
    return {
      oneself: await countDuring(hostKnex, () => operator.get('/users/operator')),
      another: await countDuring(hostKnex, () => operator.get('/users/sudo')),
      'by a third-party token': await countDuring(hostKnex, () => app.withKey(token).get('/users/sudo')),
    }
  }
  const EXPECTED_LOOKUPS = { oneself: 1, another: 2, 'by a third-party token': 2 }

  it('executes one lookup for oneself and two for another user', async () => {
    expect(await countLookups()).to.deep.equal(EXPECTED_LOOKUPS)
  })

  it('executes no more lookups while another replica is busy', async () => {
    const replica = await startTestApp({ database, on: app.database, kernel: createStandardKernel })
    const colleague = await replica.signIn('operator', 'colleague')

    const [counts] = await Promise.all([
      countLookups(),
      ...Array.from({ length: 50 }, () => colleague.get('/users/colleague')),
    ])

    await replica.stopAndKeepDatabase()
    expect(counts).to.deep.equal(EXPECTED_LOOKUPS)
  })

  it('shares count queries among concurrent requests for a page of users', async () => {
    const sudo = await app.signIn('sudo')

    const count = await countDuring(
      hostKnex,
      async () => {
        const responses = await Promise.all(
          Array.from({ length: CONCURRENCY }, () => sudo.get('/users/?limit=1&count=true')),
        )
        return responses.find(({ status }) => status !== 200) ?? { status: 200 }
      },
      /count\(\*\)/,
    )

    expect(count).to.be.within(1, CONCURRENCY / 2)
  })

  it('shares list queries among concurrent requests for all users', async () => {
    const sudo = await app.signIn('sudo')

    const count = await countDuring(
      hostKnex,
      async () => {
        const responses = await Promise.all(Array.from({ length: CONCURRENCY }, () => sudo.get('/users/')))
        expect(new Set(responses.map(({ text }) => text))).to.have.lengthOf(1)
        return responses.find(({ status }) => status !== 200) ?? { status: 200 }
      },
      /ORDER BY u\.id LIMIT/,
    )

    expect(count).to.be.within(1, CONCURRENCY / 2)
  })
})

/** Returns how many matching statements are executed while a request is sent. */
async function countDuring(knex: Knex, send: () => Promise<{ status: number }>, statement = LOOKUP): Promise<number> {
  let count = 0
  const countMatch = ({ sql }: { sql: string }) => {
    if (statement.test(sql)) count += 1
  }
  knex.on('query', countMatch)
  const { status } = await send()
  knex.off('query', countMatch)
  expect(status).to.equal(200)
  return count
}
