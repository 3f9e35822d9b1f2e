import type { Command } from 'commander'
import type { TaskOutput } from '../administration/tasks.js'
import type { NewUserOptions } from '../commands/add-user.js'
import { codeInWords } from '../commands/code-in-words.js'
import { addExamples, addJson, addTaskCommand, type JsonOption } from './task-command.js'

/** The description of the option `--valid-until`. */
const VALID_UNTIL = 'when the account ends, in UTC, such as 2027-01-31T17:00:00Z; never by default'

/** Adds the commands for users, roles, sessions and tokens. */
export function addUserCommands(program: Command): void {
  addUsers(program)
  addRoles(program)
  addSessions(program)
  addTokens(program)
}

function addUsers(program: Command): void {
  const users = program.command('users').description('manage users')

  const setPassword = users
    .command('set-password')
    .argument('<username>')
    .description(
      "set any user's password, even a sudo user's, and end their sessions; prompts for the password, or reads it from stdin",
    )
    .action(async (username: string, options: JsonOption) =>
      (await import('../commands/set-password.js')).setPassword(username, options),
    )
  addExamples(addJson(setPassword), 'plinth users set-password sudo', 'plinth users set-password anna < password.txt')

  addNewUser(users, 'add', 'create a user; prompts for the password, or reads it from stdin').action(
    async (username: string, options: NewUserOptions) =>
      (await import('../commands/add-user.js')).addUser(username, options),
  )
  const invitation = 'create a user without a password, and issue the one-time code with which the user sets it'
  addNewUser(users, 'invite', invitation).action(async (username: string, options: NewUserOptions) =>
    (await import('../commands/invite-user.js')).inviteUser(username, options),
  )

  addTaskCommand(
    users,
    'code <username>',
    "issue a one-time code, with which the user sets a new password that nobody else learns, even a sudo user's; it is shown only once",
    { format: codeInWords },
  )
  addTaskCommand(users, 'codes', 'list the one-time codes that can be redeemed')
  addTaskCommand(users, 'withdraw-code <username>', "withdraw a user's one-time code")
  addTaskCommand(
    users,
    'remove-second-factor <username>',
    "remove a user's second factor and recovery codes, such as those of a lost phone",
  )
  addTaskCommand(
    users,
    'list',
    'list all users; login is yes, or disabled, account ended, no password, password expired, must change password (an import set it, so others know it) or locked until a time (after wrong passwords)',
  )
  addTaskCommand(users, 'set-role <username> <role>', 'change the role of a user', {
    examples: ['plinth users set-role anna supervisor'],
  })
  addTaskCommand(
    users,
    'set-valid-until <username> <time>',
    'set when an account ends by itself, with its sessions: a time in UTC, or never',
    { examples: ['plinth users set-valid-until anna 2027-01-31T17:00:00Z', 'plinth users set-valid-until anna never'] },
  )
  addTaskCommand(users, 'disable <username>', 'disable a user, and end all their sessions')
  addTaskCommand(users, 'enable <username>', 'enable a disabled user')
  addTaskCommand(users, 'unlock <username>', 'lift the temporary lock after wrong passwords, and reset their count')
  addTaskCommand(users, 'delete <username>', 'delete a user and all their sessions')
}

/** Adds a command that creates a user, and returns it. The caller adds the action. */
function addNewUser(users: Command, verb: 'add' | 'invite', description: string): Command {
  const command = users
    .command(verb)
    .argument('<username>')
    .usage('--role <name> --email <address> [options] <username>')
    .requiredOption('--role <name>', 'required: any role that plinth roles list shows')
    .requiredOption('--email <address>', 'required: the e-mail address, which is unique')
    .option('--name <name>', 'the first name; none by default')
    .option('--lastname <name>', 'the last name; none by default')
    .option('--valid-until <time>', VALID_UNTIL)
    .description(description)
  return addExamples(addJson(command), `plinth users ${verb} anna --role admin --email anna@plant.example`)
}

function addRoles(program: Command): void {
  const roles = program.command('roles').description('manage roles')
  addTaskCommand(
    roles,
    'list',
    'list all roles with their levels, most privileged first, and whether a signup for them is possible without a key',
  )
  addTaskCommand(roles, 'add <name> <level>', 'create a role; the lower its level, the more privileged it is', {
    examples: ['plinth roles add technician 5'],
  })
  addTaskCommand(
    roles,
    'set-level <name> <level>',
    'change the level of a role, at once for all its users and tokens; not of sudo and admin',
    { examples: ['plinth roles set-level technician 7'] },
  )
  addTaskCommand(roles, 'delete <name>', 'delete a role that has no users and no valid third-party tokens')
}

function addSessions(program: Command): void {
  const sessions = program.command('sessions').description('show and end sessions')
  addTaskCommand(sessions, 'list <username>', "list a user's sessions")
  addTaskCommand(
    sessions,
    'end <username> [id]',
    "end all of a user's sessions, or only the one with this id from the list",
    { examples: ['plinth sessions end anna', 'plinth sessions end anna 42'] },
  )
}

function addTokens(program: Command): void {
  const tokens = program.command('tpt').description('manage third-party tokens')
  addTaskCommand(
    tokens,
    'create <role> [days]',
    'create a token with a role, valid for the given number of days or, by default, until it is revoked; it is shown only once',
    {
      options: {
        name: 'a name for people, such as that of the other system; none by default',
        note: 'a note for people; none by default',
      },
      examples: ['plinth tpt create operator 365 --name historian', 'plinth tpt create auditor --json'],
    },
  )
  addTaskCommand(tokens, 'list', 'list all tokens, without their secret values')
  addTaskCommand(tokens, 'revoke <id>', 'revoke the token with this id from the list')
  addTaskCommand(
    tokens,
    'adopt-key',
    'declare the key that signed the tokens of this database permanently lost: the current key signs from now on',
    {
      format: ({ key_id: current, previous_key_id: previous }: TaskOutput<'tpt adopt-key'>) =>
        current === previous
          ? `The current key (${current}) already signs third-party tokens.`
          : `The current key (${current}) signs third-party tokens from now on. Tokens signed with the previous key (${previous}) are rejected, ` +
            'unless PLINTH_SECRET_KEY_PREVIOUS is set to that key.',
    },
  )
}
