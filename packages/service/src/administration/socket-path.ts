/**
 * The system's `sun_path` without the zero at its end. Node 20 cuts a longer path off, and the socket is then another
 * one.
 */
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103

/** Whether the operating system can have a socket at a path. */
export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_PATH_BYTES
}

/** A path that no socket can have. Tells the log by its name and code alone. */
export class SocketPathTooLong extends Error {
  override readonly name = 'SocketPathTooLong'
  readonly code = 'ENAMETOOLONG'

  constructor(path: string) {
    super(
      `The path ${path} is too long for a socket (at most ${MAX_PATH_BYTES} bytes), so that no running service can be asked: ` +
        'the command works on the database itself, once the service is stopped.',
    )
  }
}
