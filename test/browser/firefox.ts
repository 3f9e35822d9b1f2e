import { type Browser, firefox } from 'playwright-core'
import { findProgram } from './find-program.js'

/** Starts the Firefox of this machine with an empty profile. Playwright drives it by WebDriver BiDi. */
export function launchFirefox(): Promise<Browser> {
  const executablePath = findProgram(['firefox-esr', 'firefox'])
  if (executablePath) return firefox.launch({ channel: 'moz-firefox', executablePath })
  throw new Error('There is no Firefox here: `apt-get install firefox-esr`.')
}
