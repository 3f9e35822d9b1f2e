import { createHash } from 'node:crypto'
import type { PlainRecord } from '../record-shape.js'

/** A plain record, with what tells whether two sources have the same one. */
export interface KeyedRecord {
  /** The digest of the canonical text of its key. Keys may be longer than an index allows. */
  readonly keyDigest: string
  /** `null` if it is there, but cannot be read. */
  readonly record: PlainRecord | null
}

export function keyDigestOf(keyText: string): string {
  return createHash('sha256').update(keyText).digest('base64url')
}
