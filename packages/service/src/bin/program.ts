import { createRequire } from 'node:module'
import { StartupError } from '@plinth/kernel'
import { Command, CommanderError } from 'commander'
import { CommandError, WrongCall } from '../commands/command-error.js'
import { writeStderr } from '../commands/print.js'
import { visible } from '../visible-text.js'
import { addAuditCommands } from './audit-commands.js'
import { addConfigurationCommands } from './configuration-commands.js'
import { addDatabaseCommands } from './database-commands.js'
import { addDeveloperCommands } from './developer-commands.js'
import { CANNOT_START, FAILED, WRONG_CALL } from './exit-codes.js'
import { addPeopleCommands } from './people-commands.js'
import { quietDriver } from './quiet-driver.js'
import { addServiceCommands } from './service-commands.js'

/** The commit of the sources, defined by the build if known. */
declare const PLINTH_COMMIT: string | undefined

const commit = typeof PLINTH_COMMIT === 'string' ? PLINTH_COMMIT : ''
const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

const program = new Command('plinth')
  .version(commit === '' ? version : `${version} (${commit})`)
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

addServiceCommands(program)
addDatabaseCommands(program)
addDeveloperCommands(program)
addPeopleCommands(program)
addAuditCommands(program)
addConfigurationCommands(program)

quietDriver()
program.hook('preAction', (_, command) => {
  if (command.name() === 'serve') return // it keeps running without a reader
  // EPIPE is not an error: a reader such as head needs only the first lines.
  process.stdout.on('error', ({ code }: { code?: string }) => process.exit(code === 'EPIPE' ? 0 : FAILED))
})

program.parseAsync().catch((error: unknown) => {
  process.exitCode = exitCodeOf(error)
})

/** Prints an error without its stack, and returns the exit code. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_CALL
  if (error instanceof StartupError) {
    for (const problem of error.problems) writeStderr(problem)
    return CANNOT_START
  }
  writeStderr(
    error instanceof CommandError ? error.message : `plinth: ${error instanceof Error ? error.message : String(error)}`,
  )
  return error instanceof WrongCall ? WRONG_CALL : FAILED
}
