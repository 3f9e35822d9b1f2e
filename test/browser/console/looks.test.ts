import { readFileSync } from 'node:fs'
import { testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { type App, startApp } from '../../support/app.js'
import { fileOf } from '../../support/configuration.js'
import { planOf, uploadFile } from '../../support/plans.js'
import { launchChromium } from '../chromium.js'
import { ConsoleVisit } from './console-visit.js'

const SIZES = [
  [1024, 600],
  [390, 844],
  [512, 300], // 1024 × 600 at 200 % zoom
  [1920, 1080],
] as const
const PAGES = [
  ...['overview', 'users', 'users?user=otto', 'users?user=ines', 'users?codes=yes', 'users?add=yes'],
  ...[
    'roles',
    'roles?add=yes',
    'tokens',
    'tokens?add=yes',
    'configuration',
    'configuration?table=Tags',
    'logging',
    'audit',
    'account',
  ],
]
/** A file whose plan has changes of each kind. */
const CHANGED = {
  AlarmStates: [{ name: 'Normal', mnemonic: 'OK' }],
  Tags: [{ name: 'T-1', unit: 'furlong', data_type: 'float' }],
  Variables: [{ name: 'Speed' }],
}
/** A configuration with values of its own in two tables, so that a merge of two of them has conflicts in both. */
const contested = (value: string) => ({
  AlarmStates: [{ name: 'Normal', mnemonic: value }],
  Units: [{ name: 'degKelvin', variable: 'Temperature', unit: value }],
})
const IMPORTED = { id: 9, username: 'ida', email: 'ida@plant.test', role: { name: 'operator' } }
const MATRIX_TIMEOUT_MS = 600_000

/** The greatest layout shift that counts as good: https://web.dev/articles/cls */
const MAX_SHIFT = 0.1
/** Sums the layout shifts that no input has caused, and collects what has moved. */
const SUM_SHIFTS = `globalThis.shifts = { sum: 0, moved: [] }
  globalThis.add = (entries) => entries.filter((entry) => !entry.hadRecentInput).forEach(({ value, sources }) => {
    shifts.sum += value
    shifts.moved.push(...sources.map(({ node }) => node?.className || node?.nodeName || 'gone'))
  })
  globalThis.observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })`
/** Returns the layout shifts until the next frame was drawn. */
const SHIFTS = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  add(observer.takeRecords())
  resolve(shifts)
})))`

const VARIANTS = [
  ['light', 'en'],
  ['dark', 'de'],
  ['light', 'es'],
  ['dark', 'en'],
  ['light', 'de'],
  ['dark', 'es'],
] as const
/** Number of variants to check. */
const LOOKS = Number(process.env.LOOKS ?? VARIANTS.length)
/** Index of the first of them. */
const FIRST = Number(process.env.LOOKS_FIRST ?? 0)
const chosen = [...VARIANTS, ...VARIANTS].slice(FIRST, FIRST + LOOKS)

/** The page is the same on every database. */
const [database] = testDatabases as [(typeof testDatabases)[number]]

describe('the looks of the console', () => {
  let browser: Browser
  let app: App
  let plan: string
  let comparison: string
  let merge: string
  /** The password of a user who must change it. */
  let importedPassword: string
  before(async () => {
    browser = await launchChromium()
    const consoleLoginNotice = 'Only for the staff of the plant.\nAll actions are recorded.'
    app = await startApp({ database, settings: { consoleLoginNotice } })
    const sudo = await app.signIn('sudo')
    await sudo.upload('/settings/import_config', readFileSync('test/fixtures/pyautomation-export.json'))
    await sudo.post('/users/signup', {
      username: 'otto',
      role_name: 'operator',
      email: 'otto@plant.test',
      password: 'otto-has-a-cat',
    })
    await sudo.post('/users/add', { username: 'ines', role_name: 'operator', email: 'ines@plant.test' })
    await sudo.post('/users/ines/code')
    await sudo.post('/users/create_tpt', { role_name: 'operator' })
    const imported = await sudo.upload('/settings/import_config', fileOf({ Users: [IMPORTED] }))
    importedPassword = imported.body.default_password
    plan = (await planOf(sudo, CHANGED, '?mode=mirror&tables=Variables:add')).body.id
    const { id: from } = (await sudo.post('/settings/snapshots', {})).body
    comparison = (await sudo.post('/settings/comparisons', { from, to: 'present' })).body.id
    const [base, theirs] = [await uploadFile(sudo, contested('base')), await uploadFile(sudo, contested('theirs'))]
    merge = (await sudo.post('/settings/merges', { base, theirs })).body.id
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  for (const [colorScheme, locale] of chosen) {
    it(`violate no rule of axe-core, in ${locale}, ${colorScheme}, on every page in every size`, async function () {
      this.timeout(MATRIX_TIMEOUT_MS)
      // Without transitions, because the colours in between may lack contrast.
      const visit = await ConsoleVisit.open(browser, app.url, { colorScheme, locale, reducedMotion: 'reduce' })
      const found: string[] = []
      const check = async (name: string) => {
        for (const [width, height] of SIZES) {
          await visit.page.setViewportSize({ width, height })
          const where = `${name.replace(/\W/g, '-')}-${width}-${colorScheme}-${locale}`
          await visit.picture(where)
          const problems = [...(await visit.violations()), ...(await overflowOf(visit))]
          found.push(...problems.map((problem) => `${where}: ${problem}`))
        }
      }

      await check('login')
      await visit.page.locator('form > .button.quiet').click()
      await check('code')
      await visit.page.locator('form > .button.quiet').click()
      await visit.sendLogin(IMPORTED.username, importedPassword)
      await visit.page.locator('input[autocomplete=new-password]').waitFor()
      await check('password')
      await visit.page.locator('.login-box > .button.quiet').click()
      await visit.logIn()
      for (const page of [...PAGES, ...[plan, comparison, merge].map((id) => `configuration?plan=${id}`)]) {
        await visit.goTo(page)
        await check(page)
      }
      await visit.end()

      const { origin } = new URL(app.url)
      expect(found).to.deep.equal([])
      expect(visit.complaints).to.deep.equal([])
      expect(visit.requests.filter((url) => new URL(url).origin !== origin)).to.deep.equal([])
    })
  }

  it('stay where they are while a page loads', async function () {
    this.timeout(MATRIX_TIMEOUT_MS)
    const visit = await ConsoleVisit.open(browser, app.url)
    await visit.page.addInitScript(SUM_SHIFTS)
    await visit.logIn()
    const found: string[] = []
    const pages = PAGES.filter((page) => page !== 'overview') // its figures come one after the other
    for (const page of [...pages, `configuration?plan=${plan}`]) {
      await visit.goTo(page)
      await visit.page.reload()
      await visit.page.locator('main h1').waitFor()
      await visit.untilLoaded()
      const { sum, moved } = await visit.page.evaluate<{ sum: number; moved: string[] }>(SHIFTS)
      if (sum > MAX_SHIFT) found.push(`${page}: ${sum.toFixed(3)} ${moved.join(', ')}`)
    }
    await visit.end()

    expect(found).to.deep.equal([])
  })
})

/** Returns a problem if the page can be scrolled sideways. */
async function overflowOf({ page }: ConsoleVisit): Promise<string[]> {
  const isWider = await page.evaluate(`[document.documentElement, ...document.querySelectorAll('main, dialog')].some(
    (element) => element.scrollWidth > element.clientWidth + 1)`)
  return isWider ? ['it is wider than the window'] : []
}
