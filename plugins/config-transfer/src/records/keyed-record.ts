import { createHash } from 'node:crypto'
import type { PlainRecord } from './record-shape.js'

/** A plain record, with the digest by which records of two sources are paired. */
export interface KeyedRecord {
  /** The digest of the canonical text of its key. Keys may be longer than an index allows. */
  readonly keyDigest: string
  /** `null` if it exists, but cannot be read. */
  readonly record: PlainRecord | null
}

export function keyDigestOf(keyText: string): string {
  return createHash('sha256').update(keyText).digest('base64url')
}
