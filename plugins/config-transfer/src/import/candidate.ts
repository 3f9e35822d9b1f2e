import { shortened } from '@plinth/kernel/tools'
import type { Named, NaturalKey, RecordProblem } from './file-record.js'
import type { Values } from './record-values.js'

/**
 * A record that has a key, and so a name in an error line; with all that can be said of it without the database. What
 * it was parsed to is not kept: fields that are not read may hold anything.
 */
export interface Candidate {
  /** Its number among the records of its table in the file, from 1. */
  readonly place: number
  readonly key: NaturalKey
  /** Equal for candidates that are the same record. */
  readonly keyText: string
  /** What it has in each unique field; empty when there is a problem. */
  readonly unique: readonly (UniqueText | undefined)[]
  /** What each of its references names; empty when there is a problem. */
  readonly named: readonly Named[]
  /** What would be written, without the numbers of other rows. */
  readonly values: Readonly<Values>
  /** What is wrong with it by itself. */
  readonly problem: RecordProblem | undefined
}

/** What a record has in a unique field. */
export interface UniqueText {
  readonly said: string
  /** Equal for what counts as the same. */
  readonly text: string
}

/** A candidate whose references have been looked up. */
export interface ResolvedCandidate {
  readonly candidate: Candidate
  /** With the numbers of other rows, unless there is a problem. */
  readonly values: Readonly<Values>
  /** What is wrong with it, or with what it refers to. */
  readonly problem: RecordProblem | undefined
  /** Whether that is a parent in the same table, which may come in later. */
  readonly isOrphan: boolean
  /** The privilege of the row that gives it its own. */
  readonly givenPrivilege: number | undefined
}

/** Of what a record or a table is called in an error line. */
export const MAX_LABEL_CHARACTERS = 255

/** What a record is called in an error line, by its key or the first fields of it. */
export function labelOf(key: NaturalKey): string {
  return key.map((part) => shortened(part, MAX_LABEL_CHARACTERS)).join(' / ')
}
