import { closeSync, openSync } from 'node:fs'
import { storageErrors } from './storage-errors.js'

const REASONS: Readonly<Record<string, (file: string) => string>> = {
  EEXIST: (file) => `${file} already exists. Name another file`,
  ENOENT: (file) => `the folder of ${file} does not exist. Create it first`,
}
const REMEDY =
  'Make the folder writable for the user of this process; for a systemd service, also add it to ReadWritePaths='

/** Creates a file that only its owner can read, since a backup contains password hashes. Throws `NOT_BACKED_UP`. */
export function createBackupFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    const { code = 'no code' } = error as { code?: string }
    throw notBackedUp(REASONS[code]?.(file) ?? `${file} cannot be created (${code}). ${REMEDY}`)
  }
}

/** The error `NOT_BACKED_UP` with its reason, which ends without a full stop. */
export const notBackedUp = (reason: string) => storageErrors.NOT_BACKED_UP({ reason })
