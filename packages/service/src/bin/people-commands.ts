import type { Command } from 'commander'
import type { TaskOutput } from '../administration/tasks.js'
import type { AddUserOptions } from '../commands/add-user.js'
import { addExamples, addJson, addTaskCommand, type Json } from './task-command.js'

/** Who may come in: users with their roles and sessions, and tokens. */
export function addPeopleCommands(program: Command): void {
  addUsers(program)
  addRoles(program)
  addSessions(program)
  addTokens(program)
}

function addUsers(program: Command): void {
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
}

function addRoles(program: Command): void {
  const roles = program.command('roles').description('see which roles there are')
  addTaskCommand(roles, {
    verb: 'list',
    description: 'list all roles with their levels, the most privileged first, and who may sign up for them',
  })
}

function addSessions(program: Command): void {
  const sessions = program.command('sessions').description('see and end sessions')
  addTaskCommand(sessions, { verb: 'list', description: "list a user's sessions", required: ['username'] })
  addTaskCommand(sessions, {
    verb: 'end',
    description: "end all of a user's sessions, or one by the id that the list shows",
    required: ['username'],
    optional: ['id'],
    examples: ['plinth sessions end anna', 'plinth sessions end anna 42'],
  })
}

function addTokens(program: Command): void {
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
    inWords: ({ key_id: present, former_key_id: former }: TaskOutput<'tpt adopt-key'>) =>
      present === former
        ? `The present key (${present}) signs third-party tokens already.`
        : `The present key (${present}) signs third-party tokens from now on. Those that the former key (${former}) has signed are refused, ` +
          'unless it is given as PLINTH_SECRET_KEY_PREVIOUS.',
  })
}
