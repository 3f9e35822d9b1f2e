import { truncate } from '@plinth/kernel/tools'
import type { NaturalKey, RecordProblem, ReferenceTarget } from './file-record.js'
import type { Values } from './record-values.js'

/**
 * A record with a key, checked as far as that is possible without the database. The parsed record itself is not
 * retained, because fields that are ignored may contain values of any size.
 */
export interface Candidate {
  /** Position among the records of its table in the file, from 1. */
  readonly position: number
  readonly key: NaturalKey
  /** Canonical text of the key; identical for all spellings of the same key. */
  readonly keyText: string
  /** The value of each unique field of the table; empty if there is a problem. */
  readonly uniqueValues: readonly (UniqueValue | undefined)[]
  /** The target of each reference of the table; empty if there is a problem. */
  readonly targets: readonly ReferenceTarget[]
  /** The values to write, without the ids of referenced rows. */
  readonly values: Readonly<Values>
  /** The problem of the record itself, regardless of other records. */
  readonly problem: RecordProblem | undefined
}

/** The value of a record in a unique field. */
export interface UniqueValue {
  readonly value: string
  /** Identical for all spellings that count as the same value. */
  readonly canonical: string
}

/** A candidate whose references have been looked up. */
export interface ResolvedCandidate {
  readonly candidate: Candidate
  /** The values to write; with the ids of referenced rows, unless there is a problem. */
  readonly values: Readonly<Values>
  /** The problem of the record itself or of one of its references. */
  readonly problem: RecordProblem | undefined
  /** Whether the problem is a missing parent in the same table, which may still be imported later. */
  readonly isOrphan: boolean
  /** The parents in the same table that are missing. */
  readonly missingParents?: readonly MissingParent[]
  /** The privilege of the referenced row from which the record takes its own. */
  readonly referencedPrivilege: number | undefined
}

/** A parent that a record refers to and that does not exist. */
export interface MissingParent {
  /** The name of the reference. */
  readonly field: string
  /** Canonical text of the key by which the reference finds it. */
  readonly keyText: string
}

/** Maximum length of each part of the name of a record or table in an error line. */
export const MAX_LABEL_CHARACTERS = 255

/** Returns the name of a record in an error line: its key, or the first parts of it. */
export function labelOf(key: NaturalKey): string {
  return key.map((part) => truncate(part, MAX_LABEL_CHARACTERS)).join(' / ')
}

/** A record that cannot be imported, with the error line for the report. */
export interface Refusal {
  /** Position of the record in its table in the file, from 1. */
  readonly position: number
  readonly line: string
}
