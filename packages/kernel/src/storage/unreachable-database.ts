/**
 * Reason why a database cannot be reached. SQLite: `no-driver` can be loaded, `not-made` before the first start, `lost`
 * if a database was there before, `damaged`, or `unreadable` by this user. PostgreSQL: `bad-url`, `no-way` to the
 * server, `password` or user rejected, `no-such-database`, `no-tls` though the URL requires it, `pooler` that rejects
 * or drops the settings of sessions, `certificate-file` of the URL that cannot be read, `untrusted` certificate, or
 * `other`, described only by its code.
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

/** Problem and remedy. Neither begins with a capital or ends with a full stop. */
export interface Diagnosis {
  readonly finding: string
  readonly remedy: string
}

/** Formats a diagnosis as two sentences. */
export function inSentences({ finding, remedy }: Diagnosis): string {
  return [finding, remedy].map((text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`).join(' ')
}

/** Error of a database that cannot be reached. Contains nothing of its URL. */
export class UnreachableDatabase extends Error {
  override readonly name = 'UnreachableDatabase'
  /** Reason of the error. */
  readonly obstacle: Obstacle
  /** The driver's code. */
  readonly code: string | undefined

  constructor(obstacle: Obstacle, code?: string) {
    super(`The database cannot be reached: ${obstacle}.`)
    this.obstacle = obstacle
    this.code = code
  }
}
