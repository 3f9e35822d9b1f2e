import { ROUNDS } from './site.js'

/** Returns why a slow test is skipped: `FAULT_ROUNDS` is below `rounds`. Returns `undefined` if it runs. */
export function tooLong(rounds = 2): string | undefined {
  return ROUNDS < rounds ? 'takes long; run it with FAULT_ROUNDS=30 npm run suite faults' : undefined
}

/** Defines a test of a fault. With an obstacle it is shown as pending, with the reason. */
export function fault(title: string, obstacle: string | undefined, test: () => Promise<void>): void {
  if (obstacle === undefined) it(title, test)
  else it(`${title} – SKIPPED: ${obstacle}`)
}
