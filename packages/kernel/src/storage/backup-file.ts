import { closeSync, openSync } from 'node:fs'
import { storageErrors } from './storage-errors.js'

/** Creates a file for its owner only, since a backup contains password hashes. Throws `NOT_BACKED_UP`. */
export function createBackupFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    const { code = 'no code' } = error as { code?: string }
    throw notBackedUp(
      code === 'EEXIST'
        ? `${file} already exists. Name another file`
        : `${file} cannot be created (${code}). Make the folder writable for the user of this process; for a systemd service, also add it to ReadWritePaths=`,
    )
  }
}

/** The error `NOT_BACKED_UP` with its reason, which ends without a full stop. */
export const notBackedUp = (reason: string) => storageErrors.NOT_BACKED_UP({ reason })
