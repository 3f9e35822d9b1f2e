import { ManualClock, type SignedIn } from '@plinth/testing'
import { expect } from 'chai'
import { TOTP } from 'otpauth'
import type { Locator } from 'playwright-core'
import type { App } from '../../support/app.js'
import { planOf } from '../../support/plans.js'
import type { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const FRESH_LOGIN_LIFETIME_S = 300
const SETTINGS = { freshLoginOperations: ['deleteUser'], freshLoginLifetime: FRESH_LOGIN_LIFETIME_S }
const UNAVAILABLE = { status: 503, json: { message: 'busy', code: 'DATABASE_UNAVAILABLE', request_id: 'r-1' } }
const NEW_USER = { role_name: 'operator', password: 'otto-has-a-cat' }

describe('the curl commands that the page shows', () => {
  const clock = new ManualClock()
  let app: App
  let sudo: SignedIn
  let visit: ConsoleVisit
  useConsole({ settings: SETTINGS, clock }, async (opened) => {
    ;({ app, visit } = opened)
    sudo = await app.signIn('sudo')
    for (const username of ['anna', 'otto'])
      await sudo.post('/users/signup', { ...NEW_USER, username, email: `${username}@plant.test` })
    await visit.logIn()
  })

  const dialog = (): Locator => visit.page.locator('dialog').last()
  /** Returns the method and the path of each command, with what it sends. */
  const commandsIn = async (place: Locator): Promise<string[]> => {
    const texts = await place.locator('.curl pre').allTextContents()
    return texts
      .flatMap((text) => text.split('curl -sS').slice(1))
      .map((command) => [/-X (\w+)/, /\/api([^']*)/, /-[dF] '([^']*)/].map((part) => part.exec(command)?.[1] ?? ''))
      .map((parts) => parts.join(' ').trim())
  }
  const enrol = async (user: SignedIn) => {
    const { secret } = (await user.post('/users/enrol_second_factor')).body
    const code = new TOTP({ secret }).generate({ timestamp: clock.now() })
    expect((await user.post('/users/confirm_second_factor', { code })).status).to.equal(200)
  }
  /** Checks that the API has each of these methods and paths. */
  const expectOperations = (commands: readonly string[]) => {
    const templates = Object.entries(app.kernel.openapi.paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`, 'i')),
    )
    const called = commands.map((command) => command.split(/[ ?]/, 2).join(' '))
    expect(called.filter((one) => !templates.some((template) => template.test(one)))).to.deep.equal([])
  }
  const expectCommands = async (...expected: readonly string[]) => {
    await dialog().locator('.curl').first().waitFor()
    expect(await commandsIn(dialog())).to.deep.equal(expected)
    expectOperations(expected)
  }
  const close = async () => {
    const count = await visit.page.locator('dialog').count()
    await visit.page.keyboard.press('Escape')
    await visit.page
      .locator('dialog')
      .nth(count - 1)
      .waitFor({ state: 'detached' })
  }

  it('disable several users, and end their sessions', async () => {
    await visit.goTo('users')
    for (const username of ['anna', 'otto']) await visit.page.getByLabel(`Select ${username}`).check()
    const selection = visit.page.locator('.selection')
    await selection.getByRole('button', { name: 'Disable' }).click()
    await expectCommands('PATCH /users/anna {"disabled":true}', 'PATCH /users/otto {"disabled":true}')
    await close()

    await selection.getByRole('button', { name: 'End sessions' }).click()
    await expectCommands('DELETE /users/anna/sessions', 'DELETE /users/otto/sessions')
  })

  it('end one session of a user, and all', async () => {
    await app.logIn('otto', NEW_USER.password)
    const [{ id }] = (await sudo.get('/users/otto/sessions')).body
    await visit.goTo('users?user=otto')
    const sessions = dialog().locator('section', { has: visit.page.getByRole('heading', { name: 'Sessions' }) })
    await sessions.locator('.curl').waitFor()
    expect(await commandsIn(sessions)).to.deep.equal([`DELETE /users/otto/sessions/${id}`])

    await visit.button('End all sessions').click()
    await expectCommands('DELETE /users/otto/sessions')
  })

  it('issue a code and withdraw it', async () => {
    await sudo.post('/users/add', { username: 'ines', role_name: 'operator', email: 'ines@plant.test' })
    await visit.goTo('users?user=ines')
    await visit.button('Issue a code').click()
    await dialog().locator('.code').waitFor()
    await expectCommands('POST /users/ines/code')

    await visit.goTo('users?codes=yes')
    await visit.page.reload()
    await expectCommands('DELETE /users/ines/code')
  })

  it('issue the code that could not be issued when the user was added', async () => {
    await visit.goTo('users?add=yes')
    await visit.page.route('**/api/users/ines/code', (route) => route.fulfill(UNAVAILABLE))
    await dialog().getByLabel('Username').fill('ines')
    await dialog().getByLabel('E-mail').fill('ines@plant.test')
    await dialog().getByRole('button', { name: 'Add user' }).click()
    await dialog().getByText('ines was added').waitFor()

    await expectCommands('POST /users/ines/code')
  })

  it('confirm a second factor, and a login by a code or the password, without showing them', async () => {
    await visit.goTo('account')
    await visit.button('Set up a second factor').click()
    const secret = (await dialog().locator('code.secret').innerText()).replaceAll(' ', '')
    const code = new TOTP({ secret }).generate({ timestamp: clock.now() })
    await dialog().locator('input').fill(code)
    await expectCommands('POST /users/confirm_second_factor {"code":"…"}')
    await dialog().locator('button[type=submit]').click()
    await visit.button('I have kept them').click()

    clock.advance(FRESH_LOGIN_LIFETIME_S)
    await visit.goTo('users?user=otto')
    await visit.button('Delete').click()
    await dialog().getByRole('textbox').fill('otto')
    await visit.page.keyboard.press('Enter')
    await visit.page.locator('dialog input[autocomplete=one-time-code]').fill(code)
    await expectCommands('POST /users/confirm {"code":"…"}')
    await visit.button('Use the password instead').click()
    await visit.page.locator('dialog input[autocomplete=current-password]').fill('a password')
    await expectCommands('POST /users/confirm {"password":"…"}')
  })

  it('send one request each, in every other dialog', async () => {
    await enrol(await app.signIn('admin', 'ada'))
    await enrol(sudo)
    await sudo.post('/roles', { name: 'welder', level: 300 })
    await sudo.post('/users/create_tpt', { role_name: 'guest' })
    const [{ id: token }] = (await sudo.get('/tpt')).body
    const { id: plan } = (await planOf(sudo, { Variables: [{ name: 'Speed' }] })).body
    const dialogs = [
      ['users', 'Add user', 'POST /users/add'],
      ['users?user=ada', 'Set password', 'POST /users/reset_password'],
      ['users?user=ada', 'Disable', 'PATCH /users/ada'],
      ['users?user=ada', 'Delete', 'DELETE /users/ada'],
      ['users?user=ada', 'Remove second factor', 'DELETE /users/ada/second_factor'],
      ['account', 'Remove second factor', 'DELETE /users/sudo/second_factor'],
      ['account', 'New recovery codes', 'POST /users/recovery_codes'],
      ['roles', 'Add role', 'POST /roles'],
      ['roles', 'Change level', 'PATCH /roles/welder'],
      ['roles', 'Delete', 'DELETE /roles/welder'],
      ['tokens', 'Create token', 'POST /users/create_tpt'],
      ['tokens', 'Revoke', `DELETE /tpt/${token}`],
      ['configuration', 'Take snapshot', 'POST /settings/snapshots'],
      [`configuration?plan=${plan}`, 'Apply', `POST /settings/plans/${plan}/apply`],
    ] as const
    for (const [page, button, command] of dialogs) {
      await visit.goTo(page)
      await visit.button(button).last().click()
      const opened = visit.page.locator('dialog.dialog')
      await opened.locator('.curl').waitFor()
      const shown = await commandsIn(opened)

      expect(shown.map((one) => one.split(' ', 2).join(' '))).to.deep.equal([command])
      expectOperations(shown)
      await close()
    }
  })

  it('delete a plan and a snapshot', async () => {
    const { id: plan } = (await planOf(sudo, { Variables: [{ name: 'Speed' }] })).body
    const { id: snapshot } = (await sudo.post('/settings/snapshots', {})).body
    await visit.goTo('configuration')
    await visit.page.getByRole('row', { name: 'Plan of a file' }).getByRole('button', { name: 'Delete' }).click()
    await expectCommands(`DELETE /settings/plans/${plan}`)
    await close()

    await visit.section('Snapshots').getByRole('button', { name: 'Delete' }).click()
    await expectCommands(`DELETE /settings/snapshots/${snapshot}`)
  })

  it('import a file: its dry run, its import, and all or nothing', async () => {
    const importing = visit.section('Import')
    const file = { name: 'plant.json', mimeType: 'application/json' }
    const buffer = Buffer.from(JSON.stringify({ version: '1.0', data: { Variables: [{ name: 'Speed' }] } }))
    await visit.goTo('configuration')
    expect(await commandsIn(importing)).to.deep.equal(['POST /settings/import_config?dry_run=true file=@export.json'])
    await visit.fileField('Import').setInputFiles({ ...file, buffer })
    await visit.page.getByText('This was a dry run').waitFor()
    expect(await commandsIn(importing)).to.deep.equal(['POST /settings/import_config file=@plant.json'])

    await importing.getByRole('checkbox').check()
    expect(await commandsIn(importing)).to.deep.equal(['POST /settings/import_config?atomic=true file=@plant.json'])
  })
})
