import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SignedIn, TEST_PASSWORD } from '@plinth/testing'
import { expect } from 'chai'
import type { App } from '../../support/app.js'
import type { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const HTML = '<img src=x onerror=alert(1)>'
const RIGHT_TO_LEFT = '\u202egnp.exe'
const LONG = 'x'.repeat(10_000)

describe('the console, if something is hostile or broken', () => {
  let app: App
  let sudo: SignedIn
  let visit: ConsoleVisit
  useConsole({}, async (opened) => {
    ;({ app, visit } = opened)
    sudo = await app.signIn('sudo')
  })

  /**
   * Expects that no text became an element in this place, that nothing is too wide, and that the browser reported
   * nothing.
   */
  const expectHarmlessText = async (place: string) => {
    expect(await visit.page.locator(`${place} img`).count()).to.equal(0)
    const isWide = `[...document.querySelectorAll('main, dialog')].some(({ scrollWidth }) => scrollWidth > innerWidth)`
    expect(await visit.page.evaluate(isWide)).to.equal(false)
    expect(visit.complaints).to.deep.equal([])
  }

  it('shows HTML, text from right to left and very long text of records as text', async () => {
    const names = [HTML, RIGHT_TO_LEFT, LONG.slice(0, 250)]
    const Manufacturer = names.map((name) => ({ name }))
    const { body } = await sudo.upload(
      '/settings/import_config',
      JSON.stringify({ version: '1.0', data: { Manufacturer } }),
    )
    await visit.logIn()
    await visit.goTo('configuration?table=Manufacturer')
    await visit.page.getByText(HTML).waitFor()

    expect(body.summary.imported).to.equal(names.length)
    expect(await visit.page.locator('td img').count()).to.equal(0)
    expect(await visit.page.locator('td bdi').allInnerTexts()).to.include(RIGHT_TO_LEFT)
    expect(visit.complaints).to.deep.equal([])
  })

  it('shows refused records and the name of a file as text', async () => {
    const data = { Users: [{ username: HTML, email: LONG, role: { name: 'operator' } }] }
    await visit.logIn()
    await visit.goTo('configuration')
    await visit.fileField('Import').setInputFiles({
      name: `${HTML}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ version: '1.0', data })),
    })
    await visit.page.getByText('Skipped or refused: 1 entry').first().waitFor()

    await expectHarmlessText('main')
  })

  it('shows the names of planned records, tables and fields as text', async () => {
    const names = [HTML, RIGHT_TO_LEFT, LONG]
    const data = { Manufacturer: names.map((name) => ({ name })), [HTML]: [{}], [LONG]: [{}] }
    const { body: plan } = await sudo.upload('/settings/plans', JSON.stringify({ version: '1.0', data }))
    await visit.logIn()
    await visit.page.setViewportSize({ width: 360, height: 640 })
    await visit.goTo(`configuration?plan=${plan.id}`)
    await visit.page.getByRole('listitem').filter({ hasText: RIGHT_TO_LEFT }).waitFor()

    await expectHarmlessText('main')
  })

  it('shows names of roles, and names and notes of tokens, as text', async () => {
    const names = [HTML, RIGHT_TO_LEFT, LONG]
    const roles = names.map((name) => ({ name, level: 9, open: false, refusal: null, changeable: true, users: 1 }))
    const { body: token } = await sudo.post('/users/create_tpt', { role_name: 'guest' })
    const [listed] = (await sudo.get('/tpt')).body
    const tokens = names.map((name) => ({ ...listed, id: name, name, note: name, role: name, created_by: name }))
    await visit.page.route('**/api/roles', (route) => route.fulfill({ json: roles }))
    await visit.page.route('**/api/tpt?*', (route) => route.fulfill({ json: tokens }))
    await visit.logIn()

    for (const [page, row, action] of [
      ['roles', RIGHT_TO_LEFT, 'Delete'],
      ['tokens', RIGHT_TO_LEFT, 'Revoke'],
    ] as const) {
      await visit.goTo(page)
      const texts = await visit.page.locator('td :is(a, bdi, span)[dir=auto], td bdi').allInnerTexts()
      expect(texts).to.include.members(names)
      await expectHarmlessText('main')

      const rows = visit.page.getByRole('row').filter({ hasText: row })
      await rows.getByRole('button', { name: action }).click()
      expect(await visit.page.getByRole('dialog').locator('img').count()).to.equal(0)
      expect(await visit.page.getByRole('dialog').innerText()).to.include(RIGHT_TO_LEFT)
      await visit.page.keyboard.press('Escape')
    }

    expect(token.role).to.equal('guest')
    expect(visit.complaints).to.deep.equal([])
  })

  it('shows the names and addresses of users as text', async () => {
    const names = [HTML, RIGHT_TO_LEFT, LONG]
    await app.signIn('operator', 'otto')
    const otto = (await sudo.get('/users/otto')).body
    const users = names.map((name) => ({ ...otto, username: name, name, lastname: name, email: name }))
    const headers = { 'X-Total-Count': String(users.length) }
    await visit.page.route(/\/api\/users\?/, (route) => route.fulfill({ json: users, headers }))
    await visit.page.route('**/api/users/otto', (route) => route.fulfill({ json: { ...users[1], username: 'otto' } }))
    await visit.logIn()
    await visit.goTo('users')

    expect(await visit.page.locator('td bdi').allInnerTexts()).to.include.members(names)
    const fullNames = await visit.page.locator('td span[dir=auto]').allInnerTexts()
    expect(fullNames).to.include.members(names.map((name) => `${name} ${name}`))
    await expectHarmlessText('main')
    await visit.goTo('users?user=otto')
    expect(await visit.page.getByLabel('Given name').inputValue()).to.equal(RIGHT_TO_LEFT)
    await expectHarmlessText('dialog')
  })

  it('shows the notes of snapshots as text', async () => {
    const names = [HTML, RIGHT_TO_LEFT, LONG]
    await sudo.post('/settings/snapshots', {})
    const [one] = (await sudo.get('/settings/snapshots')).body
    const snapshots = names.map((note) => ({ ...one, id: note, note, taken_by: { kind: 'user', name: note } }))
    await visit.page.route('**/api/settings/snapshots', (route) => route.fulfill({ json: snapshots }))
    await visit.logIn()
    await visit.goTo('configuration')

    const shown = await visit.section('Snapshots').locator('td bdi').allInnerTexts()
    expect(shown).to.have.members([...names, ...names])
    await expectHarmlessText('main')
  })

  it('shows actors, targets and details of the audit trail as text', async () => {
    const names = [HTML, RIGHT_TO_LEFT, LONG]
    const [one] = (await sudo.get('/audit')).body
    const events = names.map((name, id) => ({
      ...one,
      id: String(id),
      actor: name,
      target: name,
      details: { [name]: name },
    }))
    await visit.page.route('**/api/audit?**', (route) => route.fulfill({ json: events }))
    await visit.logIn()
    await visit.goTo('audit')
    const rows = visit.page.locator('tbody tr')
    for (const summary of await rows.locator('summary').all()) await summary.click()

    expect(await rows.locator('bdi').allInnerTexts()).to.include.members([...names, ...names, ...names])
    await expectHarmlessText('main')
  })

  it('shows the name of a file to plan as text', async () => {
    await visit.logIn()
    await visit.goTo('configuration')
    for (const name of [HTML, RIGHT_TO_LEFT, LONG]) {
      await visit
        .fileField('Plan changes')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from('{}') })
      await visit.section('Plan changes').locator('bdi.file-name').getByText(name, { exact: true }).waitFor()
      await expectHarmlessText('main')
    }
  })

  it('shows lines of the log as text, also those of a host’s own plugins', async () => {
    const names = [HTML, RIGHT_TO_LEFT, LONG]
    const lines = names.map((msg, id) => `id: ${id}\ndata: ${JSON.stringify({ level: 30, msg, code: msg })}\n\n`)
    await visit.page.route('**/api/settings/log?**', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: lines.join('') }),
    )
    await visit.logIn()
    await visit.goTo('logging')
    await visit.button('Follow').click()
    const shown = visit.page.locator('td details')
    await shown.nth(names.length - 1).waitFor()
    await visit.button('Pause').click()
    for (const summary of await shown.locator('summary').all()) await summary.click()

    expect(await shown.locator('bdi').allInnerTexts()).to.have.members(names)
    expect((await shown.locator('pre').allInnerTexts()).join(''))
      .to.include(HTML)
      .and.not.include('\u202e')
    await expectHarmlessText('main')
  })

  it('can be used while a response is slow, and shows it when it comes', async () => {
    let respond = () => {}
    const slow = new Promise<void>((resolve) => {
      respond = resolve
    })
    await visit.logIn()
    await visit.page.route('**/api/users?**', (route) => slow.then(() => route.continue()).catch(() => undefined))
    await visit.page.getByRole('link', { name: 'Users', exact: true }).first().click()
    await visit.page.locator('.skeleton').first().waitFor()

    await visit.goTo('roles')
    await visit.page.getByRole('cell', { name: 'guest' }).first().waitFor()
    await visit.page.goBack()
    await visit.page.locator('.skeleton').first().waitFor()
    respond()

    await visit.page.getByRole('cell', { name: 'sudo' }).first().waitFor()
    expect(visit.complaints).to.deep.equal([])
  })

  for (const [what, response] of [
    ['503', { status: 503, json: { message: 'busy', code: 'DATABASE_UNAVAILABLE', request_id: 'r-1' } }],
    ['of another shape', { status: 200, json: { users: 'none' } }],
    ['a page of a proxy', { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }],
    ['cut off', { status: 200, contentType: 'application/json', body: '[{"username":' }],
  ] as const) {
    it(`says so if a response is ${what}, and works again afterwards`, async () => {
      await visit.logIn()
      await visit.page.route('**/api/users?**', (route) => route.fulfill(response))
      await visit.page.getByRole('link', { name: 'Users', exact: true }).first().click()
      await visit.page.getByRole('alert').first().waitFor()

      await visit.page.unroute('**/api/users?**')
      await visit.button('Try again').first().click()
      await visit.page.getByRole('cell', { name: 'sudo' }).first().waitFor()

      expect(await visit.page.getByRole('alert').count()).to.equal(0)
    })
  }

  it('shows a user whose role was lowered what is left to them', async () => {
    await app.signIn('admin', 'anna')
    await visit.logIn('anna')
    await visit.page.getByRole('link', { name: 'Audit' }).waitFor()
    await sudo.patch('/users/anna', { role_name: 'operator' })
    await visit.page.goto(`${app.url}/console#/configuration`)

    await visit.page.getByRole('link', { name: 'Audit' }).waitFor({ state: 'detached' })

    expect(await visit.page.getByRole('link', { name: 'Users', exact: true }).count()).to.equal(1)
  })

  it('cannot be framed by a page of another origin', async () => {
    const foreign = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html')
      response.end(`<iframe src="${app.url}/console"></iframe>`)
    })
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
    const page = await visit.page.context().newPage()
    await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`)
    const refusal = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
    await page.reload()

    await refusal

    expect(page.frames().filter((frame) => frame.url().includes('/console'))).to.deep.equal([])
    foreign.close()
  })

  it('leaves no key in storage, in the history or in the page after a logout', async () => {
    await visit.logIn('sudo', TEST_PASSWORD)
    const before = await visit.storedData()
    const keys = JSON.stringify(before).match(/[\w-]{20,}/g) ?? []
    await visit.goTo('users?user=sudo')
    await visit.page.keyboard.press('Escape')
    await visit.button('Log out').click()
    await visit.button('Log in').waitFor()

    const after = JSON.stringify(await visit.storedData()) + (await visit.page.content()) + visit.page.url()
    expect(keys).to.have.lengthOf.above(1)
    for (const key of keys) expect(after).not.to.include(key)
    await visit.page.goBack()
    await visit.button('Log in').waitFor()
  })
})
