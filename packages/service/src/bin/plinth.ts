#!/usr/bin/env node
import { createRequire } from 'node:module'
import { StartupError } from '@plinth/kernel'
import { Command, CommanderError } from 'commander'
import type { TaskName } from '../administration/tasks.js'
import type { AddUserOptions } from '../commands/add-user.js'
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
  .command('backup')
  .argument('<file>', 'a file that is not there yet')
  .option('--json', 'for programs')
  .description('copy the SQLite file, also while the service runs; its signing key, secret.key, is not in it')
  .action(async (file: string, options: { json?: boolean }) =>
    (await import('../commands/back-up.js')).backUp(file, options),
  )

program
  .command('openapi')
  .description('print the OpenAPI document of this version')
  .action(async () => (await import('../commands/print-openapi.js')).printOpenapi())

const users = program.command('users').description('look after users')

users
  .command('set-password')
  .argument('<username>')
  .description("set a user's password, a sudo's too; asks for it, or reads it from stdin")
  .action(async (username: string) => (await import('../commands/set-password.js')).setPassword(username))

users
  .command('add')
  .argument('<username>')
  .requiredOption('--role <name>', 'the role, any of them')
  .requiredOption('--email <address>')
  .option('--name <name>')
  .option('--lastname <name>')
  .option('--json', 'for programs')
  .description('make a user; asks for the password, or reads it from stdin')
  .action(async (username: string, options: AddUserOptions) =>
    (await import('../commands/add-user.js')).addUser(username, options),
  )

taskCommand(users, 'list', 'list all users')
taskCommand(users, 'set-role', 'give a user another role', ['username', 'role'])
taskCommand(users, 'disable', 'keep a user out, and end all their sessions', ['username'])
taskCommand(users, 'enable', 'let a disabled user in again', ['username'])
taskCommand(users, 'delete', 'delete a user with all sessions', ['username'])

const sessions = program.command('sessions').description('see and end sessions')
taskCommand(sessions, 'list', "list a user's sessions", ['username'])
taskCommand(sessions, 'end', "end all of a user's sessions, or one", ['username'], ['id'])

const tokens = program.command('tpt').description('look after third-party tokens')
taskCommand(tokens, 'create', 'make a token that acts with a role; shown only now', ['role'], ['days'])
taskCommand(tokens, 'list', 'list all tokens, without the tokens themselves')
taskCommand(tokens, 'revoke', 'revoke a token', ['id'])

const settings = program.command('settings').description('see and change the logging settings')
taskCommand(settings, 'show', 'show the settings in force')
settings
  .command('set')
  .argument('<name=value...>', 'log_level, logger_period, log_max_bytes with log_backup_count')
  .option('--json', 'for programs')
  .description('change them, here and on every replica: plinth settings set log_level=10')
  .action(async (assignments: string[], options: { json?: boolean }) =>
    (await import('../commands/set-settings.js')).setSettings(assignments, options),
  )

// Whoever reads only the first lines, as head does, has seen enough.
process.stdout.on('error', ({ code }: { code?: string }) => process.exit(code === 'EPIPE' ? 0 : FAILED))

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

/** A command that is one task: its arguments are the task's input, its output is printed. */
function taskCommand(
  group: Command,
  verb: string,
  description: string,
  required: readonly string[] = [],
  optional: readonly string[] = [],
): void {
  const command = group.command(verb).description(description).option('--json', 'for programs')
  for (const name of required) command.argument(`<${name}>`)
  for (const name of optional) command.argument(`[${name}]`)
  command.action(async () => {
    const [{ runTask }, { print }] = await Promise.all([
      import('../administration/run-task.js'),
      import('../commands/print.js'),
    ])
    const names = [...required, ...optional]
    const given = command.args.map((value, index) => [
      names[index],
      names[index] === 'days' ? days(command, value) : value,
    ])
    const output = await runTask(`${group.name()} ${verb}` as TaskName, Object.fromEntries(given) as never)
    print(output, command.opts<{ json?: boolean }>())
  })
}

function days(command: Command, text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
  command.error('error: <days> must be a whole number, 1 or more')
}
