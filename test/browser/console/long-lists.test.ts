import { until } from '@plinth/testing'
import { expect } from 'chai'
import type { App } from '../../support/app.js'
import type { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const TOTAL = 1_000_000
const ROWS_PER_PAGE = 50

describe('a million users in the console', () => {
  let app: App
  let visit: ConsoleVisit
  useConsole({}, async (opened) => {
    ;({ app, visit } = opened)
  })

  it('are requested and shown by pages of 50', async () => {
    const [user] = (await (await app.signIn('sudo')).get('/users')).body
    const requested: (string | null)[] = []
    await visit.logIn()
    await visit.goTo('account')
    await visit.page.route(/\/api\/users\?/, (route, request) => {
      const { searchParams } = new URL(request.url())
      const limit = searchParams.get('limit')
      requested.push(limit)
      const offset = Number(searchParams.get('offset') ?? 0)
      const length = Math.min(Number(limit ?? TOTAL), TOTAL - offset)
      const json = Array.from({ length }, (_, index) => ({ ...user, username: `user-${offset + index}` }))
      return route.fulfill({ json, headers: { 'X-Total-Count': String(TOTAL) } })
    })
    const rows = visit.page.locator('tbody tr')

    await visit.goTo('users')
    await visit.page.getByText('1–50 of 1,000,000').waitFor()
    const first = await rows.count()
    await visit.button('Next page').click()
    await visit.page.getByText('51–100 of 1,000,000').waitFor()
    const second = await rows.count()
    await visit.goTo(`users?offset=${TOTAL - 1}`)
    await visit.page.getByText('user-999999').first().waitFor()

    expect([first, second, await rows.count()]).to.deep.equal([ROWS_PER_PAGE, ROWS_PER_PAGE, 1])
    expect(requested).to.have.lengthOf.at.least(3)
    expect(new Set(requested)).to.deep.equal(new Set([String(ROWS_PER_PAGE)]))
  })
})

describe('many tokens in the console', () => {
  let app: App
  let visit: ConsoleVisit
  useConsole({}, async (opened) => {
    ;({ app, visit } = opened)
  })

  it('are requested and shown by pages of 50, of all creators or of one', async () => {
    const sudo = await app.signIn('sudo')
    for (const role of ['guest', 'operator'])
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          sudo.post('/users/create_tpt', { role_name: role, name: `${role} ${index}` }),
        ),
      )
    await app.services.database.write((transaction) =>
      transaction('plinth_third_party_tokens').where({ role_name: 'guest' }).update({ created_by: 'anna' }),
    )
    await visit.logIn()
    const rows = visit.page.locator('tbody tr')

    await visit.goTo('tokens')
    await visit.page.getByRole('link', { name: 'Older' }).click()
    await visit.page.getByRole('link', { name: 'Newest' }).waitFor()
    await until(async () => (await rows.count()) === 10)
    await visit.page.getByRole('link', { name: 'Newest' }).click()
    await until(async () => (await rows.count()) === ROWS_PER_PAGE)
    await visit.goTo('tokens?created_by=anna')
    await until(async () => (await rows.count()) === 30)

    expect(await rows.first().textContent()).to.include('guest')
    await visit.page.getByRole('link', { name: 'Show all' }).click()
    await until(async () => (await rows.count()) === ROWS_PER_PAGE)
    await visit.goTo('overview')
    await visit.page.locator('.card', { hasText: 'Tokens' }).getByText('60').waitFor()
  })
})
