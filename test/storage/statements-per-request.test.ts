import { createStandardKernel } from '@plinth/service'
import { startTestApp, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import knex, { type Knex } from 'knex'
import type { App } from '../support/app.js'

/** What looks up whose a key or a token is, and a user; whatever a replica does by the clock is none of them. */
const OF_A_REQUEST = /WHERE (s\.key_digest|u\.username_key|t\.jti) = /

describe('a request on PostgreSQL', () => {
  const [database] = testDatabases.filter(({ name }) => name === 'PostgreSQL')
  if (!database) throw new Error('there is no PostgreSQL to test on')
  let app: App
  let lent: Knex
  before(async () => {
    const place = await database.create()
    // Who waits for it gives others the time to ask
    lent = knex({ client: 'pg', connection: place.url, pool: { min: 0, max: 1 } })
    app = await startTestApp({
      database,
      on: place,
      kernel: (options) => createStandardKernel({ ...options, knex: lent }),
    })
  })
  after(async () => {
    await app.stopOnly()
    await lent.destroy()
    await app.database.drop()
  })

  const asked = async () => {
    const operator = await app.signIn('operator')
    const { token } = (await (await app.signIn('sudo')).post('/users/create_tpt', { role_name: 'operator' })).body
    return {
      oneself: await countDuring(lent, () => operator.get('/users/operator')),
      another: await countDuring(lent, () => operator.get('/users/sudo')),
      'by a third-party token': await countDuring(lent, () => app.withKey(token).get('/users/sudo')),
    }
  }
  const few = { oneself: 1, another: 2, 'by a third-party token': 2 }

  it('asks once for oneself and twice for another', async () => {
    expect(await asked()).to.deep.equal(few)
  })

  it('asks as often while another replica is busy with the same database', async () => {
    const replica = await startTestApp({ database, on: app.database, kernel: createStandardKernel })
    const colleague = await replica.signIn('operator', 'colleague')

    const [counts] = await Promise.all([
      asked(),
      ...Array.from({ length: 50 }, () => colleague.get('/users/colleague')),
    ])

    await replica.stopOnly()
    expect(counts).to.deep.equal(few)
  })

  it('counts all users once for those who ask for pages at the same time', async () => {
    const sudo = await app.signIn('sudo')
    const asked = 20

    const counts = await countDuring(
      lent,
      async () => {
        const answers = await Promise.all(Array.from({ length: asked }, () => sudo.get('/users/?limit=1')))
        return answers.find(({ status }) => status !== 200) ?? { status: 200 }
      },
      /count\(\*\)/,
    )

    expect(counts).to.be.within(1, asked / 2)
  })

  it('reads all users once for those who ask for them at the same time', async () => {
    const sudo = await app.signIn('sudo')
    const asked = 20

    const counts = await countDuring(
      lent,
      async () => {
        const answers = await Promise.all(Array.from({ length: asked }, () => sudo.get('/users/')))
        expect(new Set(answers.map(({ text }) => text))).to.have.lengthOf(1)
        return answers.find(({ status }) => status !== 200) ?? { status: 200 }
      },
      /ORDER BY u\.id LIMIT/,
    )

    expect(counts).to.be.within(1, asked / 2)
  })
})

async function countDuring(
  knex: Knex,
  ask: () => Promise<{ status: number }>,
  statement = OF_A_REQUEST,
): Promise<number> {
  let count = 0
  const note = ({ sql }: { sql: string }) => {
    if (statement.test(sql)) count += 1
  }
  knex.on('query', note)
  const { status } = await ask()
  knex.off('query', note)
  expect(status).to.equal(200)
  return count
}
