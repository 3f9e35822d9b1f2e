/**
 * Takes the pictures of the documents, which show a plant with an hour of requests behind it:
 * `node --import tsx --conditions=plinth-source test/browser/console/take-pictures.ts`.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createStandardKernel } from '@plinth/service'
import { ManualClock, type SignedIn, startTestApp, stopPostgres, testDatabases } from '@plinth/testing'
import { buildPage } from '../../../plugins/console/build/build-page.js'
import { launchChromium } from '../chromium.js'
import { ConsoleVisit } from './console-visit.js'

const FOLDER = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url))
const FIXTURE = new URL('../../fixtures/pyautomation-export.json', import.meta.url)
const PICTURES = [
  ['overview', 'overview', 'light'],
  ['users', 'users?user=otto', 'dark'],
] as const
const TRAFFIC_MINUTES = 60

const [database] = testDatabases as [(typeof testDatabases)[number]]
const clock = new ManualClock()
clock.advance(-TRAFFIC_MINUTES * 60)
const app = await startTestApp({ database, clock, kernel: createStandardKernel })
await createTraffic(await app.signIn('sudo'))

await Promise.all([buildPage(), mkdir(FOLDER, { recursive: true })])
const browser = await launchChromium()
for (const [name, hash, colorScheme] of PICTURES) {
  const visit = await ConsoleVisit.open(browser, app.url, { colorScheme, viewport: { width: 1280, height: 860 } })
  await visit.logIn()
  await visit.goTo(hash)
  await visit.page.screenshot({ path: `${FOLDER}console-${name}.png` })
  await visit.end()
}
await browser.close()
await app.stop()
await stopPostgres()

/** Imports a configuration, adds a user, and sends requests and refused logins for an hour. */
async function createTraffic(sudo: SignedIn): Promise<void> {
  await sudo.upload('/settings/import_config', await readFile(FIXTURE, 'utf8'))
  await sudo.get('/settings/export_config')
  await sudo.post('/users/signup', {
    username: 'otto',
    role_name: 'operator',
    email: 'otto@plant.example',
    password: 'otto-has-a-cat',
    name: 'Otto',
    lastname: 'Weber',
  })
  for (let minute = 0; minute < TRAFFIC_MINUTES; minute += 1) {
    for (let request = 0; request < 12 + 8 * Math.sin(minute / 9); request += 1) await app.get('/health/live')
    if (minute % 7 === 0) await app.logIn('otto', 'otto-has-a-cat')
    if (minute % 23 === 20) await app.logIn('otto', 'a wrong password')
    clock.advance(60)
  }
}
