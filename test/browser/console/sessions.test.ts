import { readFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type SignedIn, TEST_PASSWORD } from '@plinth/testing'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import type { App } from '../../support/app.js'
import { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const FIXTURE = fileURLToPath(new URL('../../fixtures/pyautomation-export.json', import.meta.url))
const RESTARTING = { status: 503, json: { message: 'It is starting.', code: 'NOT_RUNNING', request_id: 'r-1' } }

describe('a session of the console', () => {
  let browser: Browser
  let app: App
  let sudo: SignedIn
  let visit: ConsoleVisit
  let restart: (meanwhile: () => Promise<void>) => Promise<void>
  useConsole({}, async (opened) => {
    ;({ browser, app, visit, restart } = opened)
    sudo = await app.signIn('sudo')
  })

  const openTab = async (): Promise<Page> => {
    const tab = await visit.page.context().newPage()
    await tab.goto(`${app.url}/console`)
    return tab
  }
  const frameOf = (page: Page) => page.locator('.frame')

  it('goes on, in every tab, when the page was reloaded while the service restarted', async () => {
    await visit.logIn()
    const other = await openTab()
    await frameOf(other).waitFor()
    await visit.page.route('**/api/session', (route) => route.fulfill(RESTARTING))
    await visit.page.reload()
    await visit.page.getByRole('heading', { name: 'The service cannot be reached' }).waitFor()
    await visit.button('Try again').waitFor()
    expect(await visit.violations()).to.deep.equal([])

    await visit.page.unroute('**/api/session')
    await frameOf(visit.page).waitFor()

    expect(await frameOf(other).count()).to.equal(1)
  })

  it('goes on with what was typed into a drawer while the service restarted', async () => {
    await app.signIn('operator', 'otto')
    await visit.logIn()
    await visit.goTo('users?user=otto')
    await visit.page.getByLabel('Given name').fill('Otto')
    await restart(async () => {
      await visit.button('Save').click()
      await visit.page.getByRole('alert').getByText('The service was not reached').waitFor()
    })

    await visit.button('Save').click()
    await visit.page.getByText('The changes to otto were saved.').waitFor()

    expect((await sudo.get('/users/otto')).body.name).to.equal('Otto')
  })

  it('goes on if the service does not confirm the logout, and the page says why', async () => {
    await visit.logIn()
    await visit.page.route('**/api/users/logout', (route) => route.abort())
    await visit.button('Log out').click()
    await visit.page.getByRole('alert').getByText('The service was not reached').waitFor()

    await visit.page.reload()
    await frameOf(visit.page).waitFor()
    await visit.page.unroute('**/api/users/logout')
    await visit.button('Log out').click()
    await visit.page.locator('input[autocomplete=username]:focus').waitFor()
  })

  it('begins in every tab', async () => {
    const other = await openTab()
    await other.getByLabel('Password', { exact: true }).waitFor()

    await visit.logIn()

    await frameOf(other).waitFor()
  })

  it('shows in every tab who is logged in, after somebody else has logged in in another', async () => {
    await app.signIn('admin', 'anna')
    await visit.logIn('anna')
    const other = await openTab()
    await frameOf(other).waitFor()

    await other.evaluate(`fetch('/api/users/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Plinth-Session': 'cookie' },
      body: JSON.stringify({ username: 'sudo', password: '${TEST_PASSWORD}', session: 'cookie' }),
    }).then((response) => response.json()).then(({ page_key }) => localStorage.setItem('plinth:/api', page_key))`)

    await visit.page.locator('.who').getByText('sudo').first().waitFor()
  })

  it('leads to the login if it has ended when a file is imported', async () => {
    await visit.logIn()
    await visit.goTo('configuration')
    await visit.page.getByRole('link', { name: 'Units', exact: true }).waitFor()
    await sudo.delete('/users/sudo/sessions')
    await visit.fileField('Import').setInputFiles({
      name: 'export.json',
      mimeType: 'application/json',
      buffer: readFileSync(FIXTURE),
    })

    await visit.page.getByText('Your session has ended').waitFor()
  })

  it('can be opened by a user whose username looks like an e-mail address', async () => {
    const user = { username: 'anna@home', role_name: 'operator', email: 'anna@plant.test', password: 'anna-has-a-dog' }
    await sudo.post('/users/signup', user)
    await visit.page.getByLabel('Username or e-mail address').fill(user.username)
    await visit.page.getByLabel('Password', { exact: true }).fill(user.password)
    await visit.button('Log in').click()
    await visit.page.getByRole('alert').waitFor()

    await visit.page.getByLabel('This is a username').check()
    await visit.button('Log in').click()

    await frameOf(visit.page).waitFor()
  })

  for (const [what, headers, reason] of [
    ['that is not trusted', { 'X-Forwarded-For': '192.0.2.1' }, 'The service does not see HTTPS'],
    ['that changes the header Host', {}, 'The service sees another host name'],
  ] as const) {
    it(`is kept in memory behind a proxy ${what}, and the page says why`, async () => {
      const proxy = await startProxy(app.url, headers)
      const proxied = await ConsoleVisit.open(browser, proxy.url)
      await proxied.logIn()

      await proxied.page.getByText(reason).waitFor()
      await proxied.end()
      proxy.server.close()
      proxy.server.closeAllConnections()
    })
  }

  it('has a title for the login and for each page, in the chosen language', async () => {
    await visit.button('Log in').waitFor()
    const titles = [await visit.page.title()]
    await visit.logIn()
    await visit.goTo('users')
    await visit.page.reload()
    await visit.page.getByRole('heading', { name: 'Users' }).waitFor()
    titles.push(await visit.page.title())
    await visit.page.getByRole('banner').getByLabel('Language').selectOption('de')
    await visit.page.getByRole('heading', { name: 'Benutzer' }).waitFor()
    titles.push(await visit.page.title())

    expect(titles).to.deep.equal(['Log in – Plinth', 'Users – Plinth', 'Benutzer – Plinth'])
  })
})

/** Starts a proxy that sends requests on with more headers, and with the Host of the service. */
async function startProxy(target: string, headers: Readonly<Record<string, string>>) {
  const { port, pathname } = new URL(target)
  const server: Server = createServer((incoming, outgoing) => {
    const sent = { ...incoming.headers, host: `127.0.0.1:${port}`, ...headers }
    const forwarded = request({ port, path: incoming.url, method: incoming.method, headers: sent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}` }
}
