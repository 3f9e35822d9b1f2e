import { createRequire } from 'node:module'
import { StartupError } from '@plinth/kernel'
import { Command, CommanderError } from 'commander'
import { exitOnClosedOutput } from '../commands/closed-output.js'
import { CommandError } from '../commands/command-error.js'
import { writeStderr } from '../commands/print.js'
import { escapeInvisible } from '../escape-invisible.js'
import { CANNOT_START, FAILED } from '../exit-codes.js'
import { addAuditCommands } from './audit-commands.js'
import { addConfigurationCommands } from './configuration-commands.js'
import { addDatabaseCommands } from './database-commands.js'
import { addDeveloperCommands } from './developer-commands.js'
import { addServiceCommands } from './service-commands.js'
import { suppressSslModeWarning } from './suppress-ssl-mode-warning.js'
import { addUserCommands } from './user-commands.js'

/** The commit of the sources, defined by the build if known. */
declare const PLINTH_COMMIT: string | undefined

const commit = typeof PLINTH_COMMIT === 'string' ? PLINTH_COMMIT : ''
const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

const program = new Command('plinth')
  .version(commit === '' ? version : `${version} (${commit})`)
  .configureOutput({
    writeOut: (text) => {
      exitOnClosedOutput()
      process.stdout.write(text)
    },
    writeErr: (text) => void process.stderr.write(text.split('\n').map(escapeInvisible).join('\n')),
  })
  .description('Users, authentication, third-party tokens, configuration transfer and logging settings.')
  .addHelpText(
    'after',
    `
Settings come from the environment (PLINTH_…); plinth serve --help lists them. All commands except restore,
copy and (on SQLite) migrate work while a service runs, and their changes take effect in it at once.

Exit codes:
  0  success
  1  refused or failed: wrong arguments, an import has records with errors, doctor found a failure, the audit
     trail was changed
  2  of config plan, diff, compare and merge: the configurations differ; of config rollback: records still differ
  3  cannot start: settings, database, schema, port`,
  )
  .exitOverride()

addServiceCommands(program)
addDatabaseCommands(program)
addDeveloperCommands(program)
addUserCommands(program)
addAuditCommands(program)
addConfigurationCommands(program)

suppressSslModeWarning()
program.hook('preAction', (_, command) => {
  // The service keeps running when nothing reads its output any more
  if (command.name() !== 'serve') exitOnClosedOutput()
})

program.parseAsync().catch((error: unknown) => {
  process.exitCode = exitCodeOf(error)
})

/** Prints an error without its stack, and returns the exit code. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : FAILED
  if (error instanceof StartupError) {
    for (const problem of error.problems) writeStderr(problem)
    return CANNOT_START
  }
  writeStderr(
    error instanceof CommandError ? error.message : `plinth: ${error instanceof Error ? error.message : String(error)}`,
  )
  return FAILED
}
