import type { Command } from 'commander'
import type { CopyCommandOptions } from '../commands/copy.js'
import type { RestoreCommandOptions } from '../commands/restore.js'
import { addExamples, addJson, type JsonOption } from './task-command.js'

/** Adds the commands for the whole database. */
export function addDatabaseCommands(program: Command): void {
  const backup = program
    .command('backup')
    .argument('<file>', 'a file that does not exist yet')
    .description(
      'copy the database to a file, even while the service runs (on PostgreSQL by pg_dump, for pg_restore), and list the keys that must be stored with the copy because it does not contain them: the signing key, and those of PLINTH_SECRET_KEY_PREVIOUS, PLINTH_AUDIT_KEYS_RETIRED, PLINTH_AUDIT_KEY and PLINTH_AUDIT_KEY_PREVIOUS',
    )
    .action(async (file: string, options: JsonOption) => (await import('../commands/back-up.js')).backUp(file, options))
  addExamples(
    addJson(backup),
    'plinth backup /var/lib/plinth-backups/plinth.db',
    'plinth backup /var/lib/plinth-backups/plinth.dump',
    'docker exec plinth plinth backup /data/backup.db',
  )

  const restore = program
    .command('restore')
    .argument('<file>', 'a SQLite file that plinth backup has written')
    .option(
      '--key <file>',
      'the signing key that was stored with the backup; it replaces the key in the data folder, which is kept under another name',
    )
    .option('--force', 'restore even if the audit trail of the backup fails verification')
    .option(
      '--without-key',
      'restore even if the signing key of the backup is lost: its third-party tokens become invalid, and its audit trail is restarted',
    )
    .description(
      'replace the SQLite file of a stopped service with a backup: it is checked first and restored completely or not at all; the previous file is kept, and all sessions end',
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
      'a file that contains this URL, so that other users cannot see it in the list of processes',
    )
    .option(
      '--forget',
      'instead of copying: let services start again on a file that was copied, if the copy is not used',
    )
    .description(
      'copy all tables from the SQLite file of a stopped service to PostgreSQL, in one transaction: users with their passwords, sessions, tokens, history and audit trail; afterwards no service starts on the file',
    )
    .action(async (options: CopyCommandOptions) => {
      const given = [options.to, options.toFile, options.forget].filter((value) => value !== undefined)
      if (given.length !== 1) copy.error('error: give exactly one of --to, --to-file and --forget')
      await (await import('../commands/copy.js')).copy(options)
    })
  addExamples(addJson(copy), 'plinth copy --to-file database_url', 'plinth copy --to postgres://plinth:…@db/plinth')
}
