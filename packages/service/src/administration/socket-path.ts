/**
 * The size of the system's `sun_path` without the terminating zero. Node 20 truncates a longer path to another one.
 */
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103

/** Returns whether a path is short enough for a socket. */
export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_PATH_BYTES
}

/** The path is too long for a socket. The log shows only the name and the code of this error. */
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
