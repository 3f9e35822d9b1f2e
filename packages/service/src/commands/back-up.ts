import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { runTask } from '../administration/run-task.js'
import { secretLocation } from '../environment/secret-location.js'
import { KEY_FILE } from '../key-file.js'
import { CommandError } from './command-error.js'
import { print, writeStderr } from './print.js'

/** `plinth backup`: copies the database to a file, even while in use, and prints where its keys are. */
export async function backUp(file: string, options: { readonly json?: boolean }): Promise<void> {
  // Resolved here, because the service may have a different working directory
  const backup = await runTask('backup', { file: resolve(file) })
  if (statSync(backup.file, { throwIfNoEntry: false })?.size !== backup.bytes)
    throw new CommandError(notVisible(backup.file))
  print({ ...backup, ...otherKeys() }, options)
  if (backup.signing_key === null) writeStderr(KEY_FILE_REMOVED)
}

const KEY_FILE_REMOVED =
  `The data folder has no ${KEY_FILE}: it was removed while the service was running. Restore it from an earlier backup before ` +
  'the service stops: without it, all third-party tokens become invalid, and earlier events of the audit trail cannot be verified.'

/** Returns the locations of the other configured keys, with which older tokens and events are verified. */
function otherKeys() {
  return {
    previous_key: secretLocation('secretKeyPrevious'),
    retired_keys: secretLocation('auditKeysRetired'),
    audit_key: secretLocation('auditKey'),
    previous_audit_key: secretLocation('auditKeyPrevious'),
  }
}

/** Explains that the service has a different file system: it runs in a container or in a unit with PrivateTmp. */
const notVisible = (file: string) =>
  `The service has written the backup to ${file}, but this command does not see it there: the service has a private folder of that name, ` +
  'such as the /tmp of a systemd unit with PrivateTmp. Name a folder that both can see, such as /var/lib/plinth-backups.'
