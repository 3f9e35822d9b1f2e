/** Reason why a database cannot be opened. `bad-url` to `untrusted-server` occur only with PostgreSQL. */
export type Obstacle =
  | 'no-driver' // the SQLite driver cannot be loaded
  | 'not-created' // there is no file before the first start
  | 'lost' // the file is missing or empty, but a database was there before
  | 'emptied' // the file has no tables, but a database was there before
  | 'damaged'
  | 'full' // the disk of the file is full or broken
  | 'unreadable' // this user may not open the file
  | 'bad-url'
  | 'no-connection' // the server cannot be reached
  | 'password' // the server rejects the user or the password
  | 'no-such-database'
  | 'no-tls' // the URL requires TLS, which the server does not support
  | 'pooler' // a connection pooler rejects a parameter of the URL
  | 'engine' // the server is not PostgreSQL
  | 'certificate-file' // a certificate or key named in the URL cannot be read
  | 'certificate-content' // a file named in the URL is not in PEM format, or the key does not belong to the certificate
  | 'no-encryption' // the server accepts the user only with TLS, if at all
  | 'no-certificate' // the server requires a certificate of the client
  | 'certificate' // the server rejects the certificate of the client
  | 'untrusted-server' // the certificate of the server is not trusted
  | 'other' // described only by its code

/** Problem and remedy. Neither begins with a capital or ends with a full stop. */
export interface Diagnosis {
  readonly finding: string
  readonly remedy: string
}

/** Formats a diagnosis as two sentences. */
export function inSentences({ finding, remedy }: Diagnosis): string {
  return [finding, remedy].map((text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`).join(' ')
}

/** Error for a database that cannot be opened. Contains no part of its URL. */
export class DatabaseNotOpened extends Error {
  override readonly name = 'DatabaseNotOpened'
  /** Reason of the error. */
  readonly obstacle: Obstacle
  /** The error code of the driver. */
  readonly code: string | undefined

  constructor(obstacle: Obstacle, code?: string) {
    super(`The database cannot be opened: ${obstacle}.`)
    this.obstacle = obstacle
    this.code = code
  }
}
