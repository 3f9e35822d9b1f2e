import { type Browser, chromium } from 'playwright-core'
import { findProgram } from './find-program.js'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Playwright itself turns off the background requests, the first run, the updates and the synchronisation. */
const SWITCHES = ['--disable-gpu', '--disable-quic', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']

/** Starts the Chromium of this machine with an empty profile, for which no name but 127.0.0.1 has an address. */
export function launchChromium(...more: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), chromiumSandbox: false, args: [...SWITCHES, ...more] })
}

function findChromium(): string {
  const file = process.env.CHROMIUM || findProgram(NAMES)
  if (file) return file
  throw new Error('There is no Chromium here: `apt-get install chromium`, or set CHROMIUM to the path of one.')
}
