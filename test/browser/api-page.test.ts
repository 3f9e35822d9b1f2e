import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStandardKernel } from '@plinth/service'
import { startTestApp, TEST_PASSWORD, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { type App, startApp } from '../support/app.js'
import type { ApiPage } from './api-page.js'
import { launchChromium } from './chromium.js'
import { NetLog } from './net-log.js'
import { type Visit, visit } from './visit.js'

/** The page is the same on every database. */
const [database] = testDatabases as [(typeof testDatabases)[number]]
const SUDO = { username: 'sudo', password: TEST_PASSWORD }

describe('the API page in a browser', () => {
  let app: App
  let browser: Browser
  let visitor: Visit
  before(async () => {
    browser = await launchChromium()
    app = await startApp({ database })
  })
  beforeEach(async () => {
    visitor = await visit(browser, app.url)
  })
  afterEach(() => visitor?.end())
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  it('shows every operation in its group, with its summary', async () => {
    await visitor.page.picture('loaded')

    expect(await visitor.page.operations()).to.have.members(operationsIn(app))
  })

  it('has a title, and is rendered without errors or warnings in the console', async () => {
    expect(await visitor.page.title()).to.equal('Plinth – REST API')
    expect(visitor.complaints).to.deep.equal([])
  })

  it('explains how to begin, with the labels of its buttons', async () => {
    const text = await visitor.page.introduction()

    expect(text).to.match(
      /To begin, log in with POST \/users\/login and copy apiKey.*press Authorize.*Apply credentials/s,
    )
  })

  it('has a lock on exactly the operations that need a key, before and after one is entered', async () => {
    const needing = app.kernel.routes.filter(
      ({ access, hidden }) => !hidden && access !== 'public' && access !== 'optional',
    )
    const expected = needing.map(
      ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')}`,
    )

    const before = await visitor.page.locked()
    await visitor.page.authorise((await logIn(visitor.page)).body.apiKey)

    expect(before).to.have.members(expected)
    expect(await visitor.page.locked()).to.have.members(expected)
    expect(await visitor.page.openLocks()).to.equal(0)
  })

  it('logs in and shows the key', async () => {
    const response = await logIn(visitor.page)

    expect(response.status).to.equal('200')
    expect(response.body).to.include({ role: 'sudo', role_level: 0 })
    expect(response.body.apiKey).to.match(/^[\w-]{43}$/)
  })

  it('lists the users with the key that was entered', async () => {
    await visitor.page.authorise((await logIn(visitor.page)).body.apiKey)
    await visitor.page.picture('authorised')

    const response = await listUsers(visitor.page)

    await visitor.page.picture('list-answered')
    expect(response.status).to.equal('200')
    expect(response.body.map((user: { username: string }) => user.username)).to.deep.equal(['sudo'])
  })

  it('shows the error when no key was entered', async () => {
    const response = await listUsers(visitor.page)

    expect([response.status, response.body.code]).to.deep.equal(['401', 'TOKEN_INVALID'])
  })

  it('forgets the key when it is reloaded', async () => {
    await visitor.page.authorise((await logIn(visitor.page)).body.apiKey)
    await listUsers(visitor.page)

    await visitor.page.reload()

    const response = await visitor.page.operation('users').run() // it is still expanded
    expect(response.status).to.equal('401')
    expect(await visitor.storedData()).to.deep.equal({ cookies: [], origins: [] })
  })

  it('sends requests only to its own service', async () => {
    await visitor.page.authorise((await logIn(visitor.page)).body.apiKey)
    await listUsers(visitor.page)

    const { origin } = new URL(app.url)
    expect(visitor.requests).to.include.members([`${app.url}/users/login`, `${app.url}/users`])
    expect(visitor.requests.filter((url) => new URL(url).origin !== origin)).to.deep.equal([])
  })
})

describe('the API page below another base path', () => {
  it('shows its operations, logs in and lists', async () => {
    const basePath = '/plant/v1'
    const app = await startTestApp({ database, kernel: (options) => createStandardKernel({ ...options, basePath }) })
    const expected = operationsIn(app)

    const { requests, complaints, operations, list } = await wholeVisit(app, new URL(basePath, app.url).href)

    const elsewhere = requests.filter((url) => !new URL(url).pathname.startsWith(`${basePath}/`))
    expect(operations).to.have.members(expected)
    expect(list.status).to.equal('200')
    expect(elsewhere).to.deep.equal([])
    expect(complaints).to.deep.equal([])
  })
})

describe('the browser that shows the API page', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-browser-'))
  })
  after(() => rm(folder, { recursive: true }))

  it('sends no network traffic except to the service', async () => {
    const file = join(folder, 'net-log.json')
    const app = await startApp({ database })

    await wholeVisit(app, app.url, `--log-net-log=${file}`)

    const log = new NetLog(file)
    expect(log.connections()).to.deep.equal([new URL(app.url).host])
    expect(log.otherTraffic()).to.deep.equal([])
  })
})

/** Logs in, enters the key and lists users in a new browser. Stops the browser and the service. */
async function wholeVisit(app: App, url: string, ...switches: string[]) {
  let browser: Browser | undefined
  try {
    browser = await launchChromium(...switches)
    const { page, requests, complaints } = await visit(browser, url)
    const operations = await page.operations()
    await page.authorise((await logIn(page)).body.apiKey)
    return { requests, complaints, operations, list: await listUsers(page) }
  } finally {
    await browser?.close()
    await app.stop()
  }
}

async function logIn(page: ApiPage) {
  return (await page.operation('login').open()).run(SUDO)
}

async function listUsers(page: ApiPage) {
  return (await page.operation('users').open()).run()
}

function operationsIn({ kernel }: Pick<App, 'kernel'>): string[] {
  const paths = kernel.openapi.paths as Record<string, Record<string, { tags: string[]; summary: string }>>
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, { tags, summary }]) => `${tags[0]}: ${method.toUpperCase()} ${path} – ${summary}`,
    ),
  )
}
