/**
 * What is between Plinth and its database. A SQLite file: `no-driver` that could be loaded, `not-made` before the first
 * start, `lost` where one has been, `damaged`, or `unreadable` by this user. A PostgreSQL server: a `bad-url`, `no-way`
 * to it, a `password` or user that it refuses, `no-such-database`, `no-tls` though the URL wants it, a connection
 * `pooler` in between that refuses or drops the settings of sessions, a `certificate-file` of the URL that cannot be
 * read, a certificate that is `untrusted`, or what only its code tells (`other`).
 */
export type Obstacle =
  | 'no-driver'
  | 'not-made'
  | 'lost'
  | 'damaged'
  | 'unreadable'
  | 'bad-url'
  | 'no-way'
  | 'password'
  | 'no-such-database'
  | 'no-tls'
  | 'pooler'
  | 'certificate-file'
  | 'untrusted'
  | 'other'

/** What is wrong, and what to do about it. Neither begins as a sentence or ends as one. */
export interface Diagnosis {
  readonly finding: string
  readonly remedy: string
}

/** A diagnosis as two sentences. */
export function inSentences({ finding, remedy }: Diagnosis): string {
  return [finding, remedy].map((text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`).join(' ')
}

/** A database that cannot be looked at, and why. Holds nothing of its URL. */
export class UnreachableDatabase extends Error {
  override readonly name = 'UnreachableDatabase'
  /** What is in the way. */
  readonly obstacle: Obstacle
  /** The driver's code. */
  readonly code: string | undefined

  constructor(obstacle: Obstacle, code?: string) {
    super(`The database cannot be reached: ${obstacle}.`)
    this.obstacle = obstacle
    this.code = code
  }
}
