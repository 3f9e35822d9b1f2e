import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { runTask } from '../administration/run-task.js'
import { variableOf } from '../environment/variable-of.js'
import { CommandError } from './command-error.js'
import { print } from './print.js'

/** `plinth backup`: copies the SQLite file, even while in use. */
export async function backUp(file: string, options: { readonly json?: boolean }): Promise<void> {
  // Resolved here, because the service may have a different working directory
  const backup = await runTask('backup', { file: resolve(file) })
  if (statSync(backup.file, { throwIfNoEntry: false })?.size !== backup.bytes)
    throw new CommandError(notVisible(backup.file))
  print({ ...backup, ...otherKeys() }, options)
}

/** Returns the locations of the other configured keys, with which older tokens and events are verified. */
function otherKeys() {
  return {
    previous_key: locationOf('secretKeyPrevious'),
    retired_keys: locationOf('auditKeysRetired'),
    audit_key: locationOf('auditKey'),
    previous_audit_key: locationOf('auditKeyPrevious'),
  }
}

/** Returns the file of a secret, or the variable that contains it; null if it is not set. */
function locationOf(setting: string): string | null {
  const variable = variableOf(setting)
  const file = process.env[`${variable}_FILE`]
  if (file) return resolve(file)
  return process.env[variable] ? variable : null
}

/** Explains that the service has a different file system: it runs in a container or in a unit with PrivateTmp. */
const notVisible = (file: string) =>
  `The service has written the backup to ${file}, but this command does not see it there: the service has a private folder of that name, ` +
  'such as the /tmp of a systemd unit with PrivateTmp. Name a folder that both can see, such as /var/lib/plinth-backups.'
