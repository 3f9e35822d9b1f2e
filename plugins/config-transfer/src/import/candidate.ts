import { shortened } from '@plinth/kernel/tools'
import type { FileRecord, Named, NaturalKey, RecordProblem } from './file-record.js'
import type { Values } from './record-values.js'

/** A record that has a key, and so a name in an error line; with all that can be said of it without the database. */
export interface Candidate {
  /** Its number among the records of its table in the file, from 1. */
  readonly place: number
  readonly key: NaturalKey
  /** Equal for candidates that are the same record. */
  readonly keyText: string
  /** What it has in each unique field, comparable. */
  readonly uniqueTexts: readonly (string | undefined)[]
  /** What each of its references names. */
  readonly named: readonly Named[]
  readonly record: FileRecord
  /** What would be written, without the numbers of other rows. */
  readonly values: Readonly<Values>
  /** What is wrong with it by itself. */
  readonly problem: RecordProblem | undefined
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
