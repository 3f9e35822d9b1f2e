import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandError } from '../commands/command-error.js'
import { writeStderr } from '../commands/print.js'

/** The size of `sun_path` without the terminating zero. Node 20 silently truncates a longer path. */
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103

/**
 * Returns whether there is a socket that the command may connect to. If the path is too long for a socket, prints a
 * warning and returns false. Throws a `CommandError` if the socket belongs to another user, who would receive the
 * command's input.
 */
export function hasSocket(path: string): boolean {
  if (!fitsSocket(path)) {
    writeStderr(new SocketPathTooLong(path).message)
    return false
  }
  const owner = ownerOf(path)
  if (owner === undefined) return false
  // Root, this user, and the owner of the folder, who could replace the socket anyway
  const trusted = [0, process.geteuid?.(), ownerOf(dirname(path))]
  if (process.geteuid === undefined || trusted.includes(owner)) return true
  throw new CommandError(
    `The socket ${path} belongs to the user ${owner}, not to the user that runs the service. Remove it, and keep the database ` +
      'in a folder that only the user of the service can write to.',
  )
}

function ownerOf(path: string): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.uid
  } catch (error) {
    if ((error as { code?: string }).code !== 'EACCES') throw error
    throw new CommandError(
      `This user is not allowed to open the folder ${dirname(path)}. Run the command as the user that runs the service.`,
    )
  }
}

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
