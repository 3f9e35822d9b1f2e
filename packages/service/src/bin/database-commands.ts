import type { Command } from 'commander'
import type { CopyCommandOptions } from '../commands/copy.js'
import type { RestoreCommandOptions } from '../commands/restore.js'
import { addExamples, addJson, type Json } from './task-command.js'

/** The database as a whole. */
export function addDatabaseCommands(program: Command): void {
  const backup = program
    .command('backup')
    .argument('<file>', 'a file that is not there yet')
    .description(
      'copy the SQLite file, also while the service runs, and name the keys that are not in it and must be kept with it: the signing key, and those of PLINTH_SECRET_KEY_PREVIOUS, PLINTH_AUDIT_KEYS_RETIRED and PLINTH_AUDIT_KEY',
    )
    .action(async (file: string, options: Json) => (await import('../commands/back-up.js')).backUp(file, options))
  addExamples(
    addJson(backup),
    'plinth backup /var/lib/plinth-backups/plinth.db',
    'docker exec plinth plinth backup /data/backup.db',
  )

  const restore = program
    .command('restore')
    .argument('<file>', 'what plinth backup has written')
    .option(
      '--key <file>',
      'the signing key that was kept with it; it becomes the one of the data folder, and the former one is kept',
    )
    .option('--force', 'restore it even if its audit trail is not as it was sealed; without it that is refused')
    .option(
      '--without-key',
      'restore it even if its signing key is gone: third-party tokens are dead then, and the audit trail begins anew',
    )
    .description(
      'put a backup in the place of the SQLite file of a service that is stopped: checked first, whole or not at all, and the former file is kept; ends all sessions',
    )
    .action(async (file: string, options: RestoreCommandOptions) =>
      (await import('../commands/restore.js')).restore(file, options),
    )
  addExamples(
    addJson(restore),
    'plinth restore /var/backups/plinth.db',
    'plinth restore --key /var/backups/secret.key /var/backups/plinth.db',
  )

  const copy = program
    .command('copy')
    .option(
      '--to <url>',
      'an empty PostgreSQL database, as in PLINTH_DATABASE_URL; this, --to-file or --forget is required',
    )
    .option(
      '--to-file <file>',
      'a file that holds this URL, so that it is not among the arguments, which others can see',
    )
    .option(
      '--forget',
      'instead of copying: let services start again on a file that was copied, and whose copy is not used',
    )
    .description(
      'copy all tables of the SQLite file of a service that is stopped to PostgreSQL, in one transaction: users with their passwords, sessions, tokens, history and audit trail; no service starts on the file after that',
    )
    .action(async (options: CopyCommandOptions) => {
      const given = [options.to, options.toFile, options.forget].filter((value) => value !== undefined)
      if (given.length !== 1) copy.error('error: give --to or --to-file, or --forget')
      await (await import('../commands/copy.js')).copy(options)
    })
  addExamples(addJson(copy), 'plinth copy --to-file database_url', 'plinth copy --to postgres://plinth:…@db/plinth')
}
