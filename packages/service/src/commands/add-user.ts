import { runTask } from '../administration/run-task.js'
import { print } from './print.js'
import { readSecret } from './read-secret.js'

/** Options of the commands that create a user. */
export interface NewUserOptions {
  readonly role: string
  readonly email: string
  readonly name?: string
  readonly lastname?: string
  readonly validUntil?: string
  readonly json?: boolean | undefined
}

/** `plinth users add`: creates a user of any role. Prompts for the password, or reads it from stdin. */
export async function addUser(username: string, options: NewUserOptions): Promise<void> {
  const { json, role, validUntil, ...user } = options
  const password = await readSecret(`Password for ${username}: `)
  const input = { username, role_name: role, password, ...user, valid_until: validUntil }
  print(await runTask('users add', input), { json })
}
