import { createRequire } from 'node:module'
import { StartupError } from '@plinth/kernel'
import { Command, CommanderError } from 'commander'
import type { AddUserOptions } from '../commands/add-user.js'
import { CommandError } from '../commands/command-error.js'
import type { CopyCommandOptions } from '../commands/copy.js'
import type { ExportConfigOptions } from '../commands/export-config.js'
import type { ImportConfigOptions } from '../commands/import-config.js'
import { complain } from '../commands/print.js'
import type { RestoreCommandOptions } from '../commands/restore.js'
import type { VerifyAuditOptions } from '../commands/verify-audit.js'
import { visible } from '../visible-text.js'
import { quietDriver } from './quiet-driver.js'
import { SETTINGS_HELP } from './settings-help.js'
import { addExamples, addJson, addTaskCommand } from './task-command.js'

const FAILED = 1
const WRONG_CALL = 2
const CANNOT_START = 3

/** What every command that prints something for people may be given. */
interface Json {
  readonly json?: boolean
}

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

const program = new Command('plinth')
  .version(version)
  .configureOutput({ writeErr: (text) => void process.stderr.write(text.split('\n').map(visible).join('\n')) })
  .description('Users, authentication, third-party tokens, configuration transfer and logging settings.')
  .addHelpText(
    'after',
    `
Settings come from the environment (PLINTH_…); plinth serve --help lists them. Commands work beside a running service, but for
restore, copy and (on SQLite) migrate; what they change holds there at once.

Exit codes:
  0  done
  1  refused or failed: records of an import have errors, doctor found something that fails, the audit trail was changed
  2  wrong call
  3  cannot start: settings, database, schema, port`,
  )
  .exitOverride()

program
  .command('serve')
  .description(
    'run the service until SIGTERM or SIGINT; its log is on stdout: text on a terminal, else a line of JSON each (PLINTH_LOG_FORMAT)',
  )
  .addHelpText('after', SETTINGS_HELP)
  .action(async () => (await import('../commands/serve.js')).serve())

const migrate = program
  .command('migrate')
  .description('bring the schema of the database up to date, which every start does too')
  .action(async (options: Json) => (await import('../commands/migrate.js')).migrate(options))
addExamples(addJson(migrate), 'plinth migrate', 'PLINTH_DATABASE_URL=postgres://plinth:…@db/plinth plinth migrate')

const doctor = program
  .command('doctor')
  .description(
    'diagnose the installation and suggest fixes: settings, files, database, disk, clock and port; changes nothing',
  )
  .action(async (options: Json) => {
    const { examine } = await import('../commands/examine.js')
    if (!(await examine(options))) process.exitCode = FAILED
  })
addExamples(addJson(doctor), 'plinth doctor', 'docker exec plinth plinth doctor --json')

const backup = program
  .command('backup')
  .argument('<file>', 'a file that is not there yet')
  .description(
    'copy the SQLite file, also while the service runs, and name its signing key, which is not in it and must be kept with it',
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
  .option('--to-file <file>', 'a file that holds this URL, so that it is not among the arguments, which others can see')
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

const openapi = program
  .command('openapi')
  .description('print the OpenAPI document of this version as JSON; needs no settings and no database')
  .action(async () => (await import('../commands/print-openapi.js')).printOpenapi())
addJson(openapi) // which it is in any case

const plugin = program
  .command('plugin')
  .argument('<folder>', 'a folder that is not there yet, or is empty; its name becomes that of the package')
  .description(
    'write a package with a plugin to start from, the one of docs/plugins.md, with its tests and compiler settings',
  )
  .action(async (folder: string, options: Json) =>
    (await import('../commands/write-plugin.js')).writePlugin(folder, options),
  )
addExamples(addJson(plugin), 'npx plinth plugin work-orders')

const users = program.command('users').description('look after users')

const setPassword = users
  .command('set-password')
  .argument('<username>')
  .description("set a user's password, a sudo's too, and end their sessions; asks for it, or reads it from stdin")
  .action(async (username: string, options: Json) =>
    (await import('../commands/set-password.js')).setPassword(username, options),
  )
addExamples(addJson(setPassword), 'plinth users set-password sudo', 'plinth users set-password anna < password.txt')

const addUser = users
  .command('add')
  .argument('<username>')
  .usage('--role <name> --email <address> [options] <username>')
  .requiredOption('--role <name>', 'required: any role that plinth roles list shows')
  .requiredOption('--email <address>', 'required: the e-mail address, which is unique')
  .option('--name <name>', 'the given name; none unless it is given')
  .option('--lastname <name>', 'the family name; none unless it is given')
  .description('make a user; asks for the password, or reads it from stdin')
  .action(async (username: string, options: AddUserOptions) =>
    (await import('../commands/add-user.js')).addUser(username, options),
  )
addExamples(addJson(addUser), 'plinth users add anna --role admin --email anna@plant.example')

addTaskCommand(users, {
  verb: 'list',
  description:
    'list all users; login is yes, disabled, no password, password expired, or must change password: that of an import, which others know',
})
addTaskCommand(users, {
  verb: 'set-role',
  description: 'give a user another role',
  required: ['username', 'role'],
  examples: ['plinth users set-role anna supervisor'],
})
addTaskCommand(users, {
  verb: 'disable',
  description: 'keep a user out, and end all their sessions',
  required: ['username'],
})
addTaskCommand(users, { verb: 'enable', description: 'let a disabled user in again', required: ['username'] })
addTaskCommand(users, { verb: 'delete', description: 'delete a user with all sessions', required: ['username'] })

const roles = program.command('roles').description('see which roles there are')
addTaskCommand(roles, {
  verb: 'list',
  description: 'list all roles with their levels, the most privileged first, and who may sign up for them',
})

const sessions = program.command('sessions').description('see and end sessions')
addTaskCommand(sessions, { verb: 'list', description: "list a user's sessions", required: ['username'] })
addTaskCommand(sessions, {
  verb: 'end',
  description: "end all of a user's sessions, or one by the id that the list shows",
  required: ['username'],
  optional: ['id'],
  examples: ['plinth sessions end anna', 'plinth sessions end anna 42'],
})

const tokens = program.command('tpt').description('look after third-party tokens')
addTaskCommand(tokens, {
  verb: 'create',
  description:
    'make a token that acts with a role, for some days; without days it never expires, and is good until it is revoked; shown only now',
  required: ['role'],
  optional: ['days'],
  examples: ['plinth tpt create operator 365', 'plinth tpt create auditor --json'],
})
addTaskCommand(tokens, { verb: 'list', description: 'list all tokens, without the tokens themselves' })
addTaskCommand(tokens, {
  verb: 'revoke',
  description: 'revoke a token by the id that the list shows',
  required: ['id'],
})
addTaskCommand(tokens, {
  verb: 'adopt-key',
  description:
    'say that the key which signed tokens on this database is gone for good, and that PLINTH_SECRET_KEY signs from now on',
})

const audit = program.command('audit').description('look after the audit trail')
const verify = audit
  .command('verify')
  .description('find events that were changed or taken away since they were sealed. Exits with 1 when there are any.')
  .option('--after <place>', 'the place and seal that an earlier verification printed: that event must be there still')
  .action(async (options: VerifyAuditOptions) => {
    const { verifyAudit } = await import('../commands/verify-audit.js')
    if (!(await verifyAudit(options))) process.exitCode = FAILED
  })
addExamples(addJson(verify), 'plinth audit verify', 'plinth audit verify --after "1234 5f3c…"')
addTaskCommand(audit, {
  verb: 'adopt-key',
  description:
    'say that the key which sealed the audit trail is gone for good, and that the present one seals from now on; every verification tells of it',
})

const settings = program.command('settings').description('see and change the logging settings')
const showSettings = settings
  .command('show')
  .description('show the settings in force')
  .action(async (options: Json) => (await import('../commands/logging-settings.js')).showSettings(options))
addJson(showSettings)
const setSettings = settings
  .command('set')
  .argument('<name=value...>', 'log_level (a number or a name), logger_period, log_max_bytes with log_backup_count')
  .description('change them, here and on every replica, all that are given or none')
  .action(async (assignments: string[], options: Json) =>
    (await import('../commands/logging-settings.js')).setSettings(assignments, options, (problem) =>
      setSettings.error(`error: ${problem}`),
    ),
  )
addExamples(
  addJson(setSettings),
  'plinth settings set log_level=debug',
  'plinth settings set log_max_bytes=10485760 log_backup_count=5',
)

const config = program.command('config').description('carry the whole configuration out and in')
const exportConfig = config
  .command('export')
  .argument('[file]', 'where to; stdout without it, or with -', '-')
  .option('--force', 'replace the file if it is there; without it that is refused')
  .description(
    'write the configuration, as it is at one moment, to a file that only you can read, whole or not at all; without passwords or tokens',
  )
  .action(async (file: string, options: ExportConfigOptions) =>
    (await import('../commands/export-config.js')).exportConfig(file, options),
  )
addExamples(addJson(exportConfig), 'plinth config export plant.json', 'plinth config export | gzip > plant.json.gz')

const importConfig = config
  .command('import')
  .argument('[file]', 'where from; stdin with -, or when something is piped in')
  .option('--dry-run', 'write nothing, and tell what would become of each record; without it the records are written')
  .option('--atomic', 'write nothing if any record has an error; without it the other records are written')
  .description(
    'bring a configuration in, in one transaction: what is there already is skipped, and a record that has an error does not keep the others out. Exits with 1 when a record has one.',
  )
  .action(async (file: string | undefined, options: ImportConfigOptions) => {
    if (file === undefined && process.stdin.isTTY) importConfig.error('error: give a file, or pipe a configuration in')
    const { importConfig: bringIn } = await import('../commands/import-config.js')
    if (!(await bringIn(file ?? '-', options))) process.exitCode = FAILED
  })
addExamples(
  addJson(importConfig),
  'plinth config import plant.json --dry-run',
  'gunzip -c plant.json.gz | plinth config import --atomic --json',
)

quietDriver()
program.hook('preAction', (_, command) => {
  if (command.name() === 'serve') return // it goes on without a reader
  // Whoever reads only the first lines, as head does, has seen enough.
  process.stdout.on('error', ({ code }: { code?: string }) => process.exit(code === 'EPIPE' ? 0 : FAILED))
})

program.parseAsync().catch((error: unknown) => {
  process.exitCode = exitCodeOf(error)
})

/** Says what went wrong, once and without a stack. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_CALL
  if (error instanceof StartupError) {
    for (const problem of error.problems) complain(problem)
    return CANNOT_START
  }
  complain(
    error instanceof CommandError ? error.message : `plinth: ${error instanceof Error ? error.message : String(error)}`,
  )
  return FAILED
}
