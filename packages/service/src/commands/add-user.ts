import { runTask } from '../administration/run-task.js'
import { print } from './print.js'
import { readSecret } from './read-secret.js'

/** Options of the commands that create a user. */
export interface NewUserOptions {
  readonly role: string
  readonly email: string
  readonly name?: string
  readonly lastname?: string
  readonly json?: boolean | undefined
}

/** `plinth users add`: creates a user of any role. Prompts for the password, or reads it from stdin. */
export async function addUser(username: string, { role, email, name, lastname, json }: NewUserOptions): Promise<void> {
  const password = await readSecret(`Password for ${username}: `)
  const names = { ...(name !== undefined && { name }), ...(lastname !== undefined && { lastname }) }
  print(await runTask('users add', { username, role_name: role, email, password, ...names }), { json })
}
