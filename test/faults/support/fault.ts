import { ROUNDS } from './site.js'

/** Why what takes long is not tried when there are to be fewer rounds than that. `npm test` has one. */
export function tooLong(rounds = 2): string | undefined {
  return ROUNDS < rounds ? 'takes long; FAULT_ROUNDS=30 npm run suite faults tries it' : undefined
}

/** A test of a fault that may be impossible on this machine: then it is shown as pending, with the reason. */
export function fault(title: string, obstacle: string | undefined, test: () => Promise<void>): void {
  if (obstacle === undefined) it(title, test)
  else it(`${title} – NOT TRIED: ${obstacle}`)
}
