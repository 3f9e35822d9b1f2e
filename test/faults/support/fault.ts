import { ROUNDS } from './deployment.js'

/** Returns why a slow test is skipped if `FAULT_ROUNDS` is below `rounds`; `undefined` if the test runs. */
export function skipReasonBelow(rounds = 2): string | undefined {
  return ROUNDS < rounds ? 'takes long; run it with FAULT_ROUNDS=30 npm run suite faults' : undefined
}

/** Defines a test of a fault. If there is a reason to skip the test, it is shown as pending, with that reason. */
export function fault(title: string, skipReason: string | undefined, test: () => Promise<void>): void {
  if (skipReason === undefined) it(title, test)
  else it(`${title} – SKIPPED: ${skipReason}`)
}
