#!/usr/bin/env node
import { createRequire } from 'node:module'
import { StartupError } from '@plinth/kernel'
import { Command, CommanderError } from 'commander'
import { CommandError } from '../commands/command-error.js'

/** Exit codes: 1 the command was refused or failed, 2 it was called wrongly, 3 Plinth cannot start with these settings. */
const FAILED = 1
const WRONG_CALL = 2
const CANNOT_START = 3

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

const program = new Command('plinth')
  .version(version)
  .description('Users, authentication, third-party tokens, configuration transfer and logging settings.')
  .addHelpText(
    'after',
    '\nSettings come from the environment (PLINTH_…); the README lists them.\nExit codes: 1 refused or failed, 2 wrong call, 3 cannot start.',
  )
  .exitOverride()

program
  .command('serve')
  .description('run the service until SIGTERM or SIGINT')
  .action(async () => (await import('../commands/serve.js')).serve())

program
  .command('migrate')
  .description('bring the schema of the database up to date')
  .action(async () => (await import('../commands/migrate.js')).migrate())

program
  .command('users')
  .description('look after users')
  .command('set-password')
  .argument('<username>')
  .description("set a user's password, a sudo's too; asks for it, or reads it from stdin")
  .action(async (username: string) => (await import('../commands/set-password.js')).setPassword(username))

program.parseAsync().catch((error: unknown) => {
  process.exitCode = exitCodeOf(error)
})

/** Says what went wrong, once and without a stack. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_CALL
  if (error instanceof StartupError) {
    for (const problem of error.problems) console.error(problem)
    return CANNOT_START
  }
  console.error(
    error instanceof CommandError ? error.message : `plinth: ${error instanceof Error ? error.message : String(error)}`,
  )
  return FAILED
}
