import type { Surroundings } from './surroundings.js'

/** What is found: all is well, something wants a look, or Plinth cannot or must not run like this. */
export type Grade = 'ok' | 'warn' | 'fail'

/** One thing that a check has found. */
export interface Finding {
  readonly grade: Grade
  readonly finding: string
  /** What mends it. */
  readonly remedy?: string
}

/** One thing that is looked at. Looking changes nothing: no file, no lock, no row. */
export interface Check {
  readonly name: string
  examine(surroundings: Surroundings): Promise<readonly Finding[]> | readonly Finding[]
}

export const ok = (finding: string): Finding => ({ grade: 'ok', finding })
export const warn = (finding: string, remedy: string): Finding => ({ grade: 'warn', finding, remedy })
export const fail = (finding: string, remedy: string): Finding => ({ grade: 'fail', finding, remedy })
