import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { runTask } from '../administration/run-task.js'
import { CommandError } from './command-error.js'
import { print } from './print.js'

/** `plinth backup`: copies the SQLite file while it is in use. The service that owns it may run in another folder. */
export async function backUp(file: string, options: { readonly json?: boolean }): Promise<void> {
  const backup = await runTask('backup', { file: resolve(file) })
  if (statSync(backup.file, { throwIfNoEntry: false })?.size !== backup.bytes)
    throw new CommandError(unseen(backup.file))
  print(backup, options)
}

/** A unit of systemd with PrivateTmp, or a container, has a folder of that name of its own. */
const unseen = (file: string) =>
  `The service has written the backup to ${file}, and this command does not see it there: the service has a folder of its own of that ` +
  'name, such as the /tmp of a systemd unit with PrivateTmp. Name a folder that both see, such as /var/lib/plinth-backups.'
