import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../test/browser/chromium.js'
import { timeToFirstResponse } from '../start/time-to-first-response.js'
import type { Figure } from '../support/figure.js'
import { median } from '../support/median.js'
import { person } from '../support/population.js'
import { writeResults } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'
import { PLINTH, Service } from '../support/service.js'
import { type TestBed, withTestBed } from '../support/test-bed.js'

export interface ConsoleOptions {
  readonly rounds: number
  /** The command, to be shown with the results. */
  readonly command: string
}

/** Number of page loads, and of starts, per round. */
const PER_ROUND = 5
/** How many times slower the processor of the browser is made. */
const SLOWDOWN = 4
const MAX_INTERACTIVE_MS = 300
/** Starts and memory vary by some percent. */
const MAX_RATIO = 1.05
/** Pause before the memory of a process is measured. */
const SETTLE_MS = 3_000

/** Measures how soon a person can type into the console, and what it costs a service whose console nobody opens. */
export async function measureConsole(sandbox: Sandbox, { rounds, command }: ConsoleOptions): Promise<void> {
  const figures = await withTestBed(sandbox, 'sqlite', { userCount: 100 }, async (testBed) => {
    const browser = await launchChromium()
    const interactive = await interactiveFigure(browser, testBed.service.url, rounds).finally(() => browser.close())
    await testBed.service.stop()
    return [interactive, await startFigure(testBed, sandbox, rounds), await memoryFigure(testBed, sandbox, rounds)]
  })
  await writeResults(sandbox, 'Console', command, figures)
}

async function interactiveFigure(browser: Browser, url: string, rounds: number): Promise<Figure> {
  const times: number[] = []
  for (let turn = 0; turn <= rounds * PER_ROUND; turn += 1) {
    const time = await interactiveTime(browser, `${url}/console`)
    if (turn > 0) times.push(time) // the first turn starts the processes of the browser
  }
  return {
    database: '',
    what: `first field of the login, on a processor ${SLOWDOWN} times slower`,
    value: median(times),
    unit: 'ms',
    max: MAX_INTERACTIVE_MS,
    note: `median of ${times.length}, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms`,
  }
}

/** Returns the time from the navigation to the first form field, in ms, in a browser without a cache. */
async function interactiveTime(browser: Browser, page: string): Promise<number> {
  const context = await browser.newContext()
  const tab = await context.newPage()
  const session = await context.newCDPSession(tab)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await tab.addInitScript(`new MutationObserver(() => {
    if (document.querySelector('form input')) globalThis.interactiveAt ??= performance.now()
  }).observe(document, { childList: true, subtree: true })`)
  await tab.goto(page)
  await tab.locator('form input').first().waitFor()
  const time: number = await tab.evaluate('globalThis.interactiveAt')
  await context.close()
  return time
}

/** Starts a service with these environment variables, and measures it in ms or MB. */
type Measure = (env: Record<string, string>) => Promise<number>

async function startFigure(testBed: TestBed, { signal }: Sandbox, rounds: number): Promise<Figure> {
  const start: Measure = async (env) =>
    (await timeToFirstResponse(testBed, person(1), signal, PLINTH, env)).milliseconds
  await start({}) // fills the page cache
  return ratioFigure('cold start', 'ms', rounds * PER_ROUND, start)
}

function memoryFigure({ databaseUrl, folder }: TestBed, { signal }: Sandbox, rounds: number): Promise<Figure> {
  return ratioFigure('idle memory', 'MB', rounds, async (env) => {
    const service = await Service.start(databaseUrl, folder, signal, { env })
    await pause(SETTLE_MS)
    const memory = await service.memory()
    await service.stop()
    return memory ?? Number.NaN
  })
}

/** Measures with and without the console in turn. */
async function ratioFigure(what: string, unit: string, count: number, measure: Measure): Promise<Figure> {
  const measured = { on: [] as number[], off: [] as number[] }
  for (let turn = 0; turn < count; turn += 1) {
    measured.on.push(await measure({}))
    measured.off.push(await measure({ PLINTH_CONSOLE: 'off' }))
  }
  const [on, off] = [median(measured.on), median(measured.off)]
  return {
    database: '',
    what: `${what} with the console ÷ without it`,
    value: on / off,
    unit: '×',
    max: MAX_RATIO,
    note: `median of ${count}: ${on.toFixed(0)} ${unit} ÷ ${off.toFixed(0)} ${unit}`,
  }
}
