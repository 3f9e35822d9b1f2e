/** The size of `sun_path` without the terminating zero. Node 20 silently truncates a longer path. */
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103

/** Returns whether a path is short enough for a socket. */
export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_PATH_BYTES
}

/** The error for a path that is too long for a socket. The log shows only its name and code. */
export class SocketPathTooLong extends Error {
  override readonly name = 'SocketPathTooLong'
  readonly code = 'ENAMETOOLONG'

  constructor(path: string) {
    super(
      `The path ${path} is too long for a socket (at most ${MAX_PATH_BYTES} bytes), so the command cannot reach a running service. ` +
        'Once the service is stopped, the command uses the database directly.',
    )
  }
}
