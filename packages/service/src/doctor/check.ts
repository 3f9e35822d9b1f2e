import type { DoctorContext } from './doctor-context.js'

/** The severity of a finding: no problem, a warning, or a problem that keeps Plinth from running safely. */
export type Grade = 'ok' | 'warn' | 'fail'

/** A result of a check. */
export interface Finding {
  readonly grade: Grade
  readonly finding: string
  /** How to fix it. */
  readonly remedy?: string
}

/** A diagnostic check. It changes no file and no row, and acquires no lock. */
export interface Check {
  readonly name: string
  diagnose(context: DoctorContext): Promise<readonly Finding[]> | readonly Finding[]
}

export const ok = (finding: string): Finding => ({ grade: 'ok', finding })
export const warn = (finding: string, remedy: string): Finding => ({ grade: 'warn', finding, remedy })
export const fail = (finding: string, remedy: string): Finding => ({ grade: 'fail', finding, remedy })
