import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { runTask } from '../administration/run-task.js'
import { variableOf } from '../environment/setting-names.js'
import { CommandError } from './command-error.js'
import { print } from './print.js'

/** `plinth backup`: copies the SQLite file while it is in use. The service that owns it may run in another folder. */
export async function backUp(file: string, options: { readonly json?: boolean }): Promise<void> {
  const backup = await runTask('backup', { file: resolve(file) })
  if (statSync(backup.file, { throwIfNoEntry: false })?.size !== backup.bytes)
    throw new CommandError(unseen(backup.file))
  print({ ...backup, ...otherKeys() }, options)
}

/** Where the other keys are that are given to this command as to the service: older tokens and seals need them. */
function otherKeys() {
  return {
    previous_key: placeOf('secretKeyPrevious'),
    retired_keys: placeOf('auditKeysRetired'),
    audit_key: placeOf('auditKey'),
  }
}

/** The file of a secret, or the variable that holds it; null when it is not set. */
function placeOf(setting: string): string | null {
  const variable = variableOf(setting)
  const file = process.env[`${variable}_FILE`]
  if (file) return resolve(file)
  return process.env[variable] ? variable : null
}

/** A unit of systemd with PrivateTmp, or a container, has a folder of that name of its own. */
const unseen = (file: string) =>
  `The service has written the backup to ${file}, and this command does not see it there: the service has a folder of its own of that ` +
  'name, such as the /tmp of a systemd unit with PrivateTmp. Name a folder that both see, such as /var/lib/plinth-backups.'
