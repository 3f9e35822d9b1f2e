import { ROUNDS } from './site.js'

/** Why what takes long is not tried in the short round of `npm test`. */
export const tooLong: string | undefined = ROUNDS < 2 ? 'takes long; npm run test:faults does' : undefined

/** A test of a fault that may be impossible on this machine: then it is shown as pending, with the reason. */
export function fault(title: string, obstacle: string | undefined, test: () => Promise<void>): void {
  if (obstacle === undefined) it(title, test)
  else it(`${title} – NOT TRIED: ${obstacle}`)
}
