import { runTask } from '../administration/run-task.js'
import type { NewUserOptions } from './add-user.js'
import { codeInWords } from './code-in-words.js'
import { printJson, printLines } from './print.js'

/** `plinth users invite`: creates a user of any role without a password, and prints the code that sets one. */
export async function inviteUser(username: string, options: NewUserOptions): Promise<void> {
  const { json, role, validUntil, ...user } = options
  const issued = await runTask('users invite', { username, role_name: role, ...user, valid_until: validUntil })
  if (json) printJson(issued)
  else printLines(codeInWords(issued).split('\n'))
}
