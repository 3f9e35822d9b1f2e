import { runTask } from '../administration/run-task.js'
import { CommandError } from './command-error.js'
import { printJson, printLines } from './print.js'
import { readSecret } from './read-secret.js'

/** `plinth users set-password`: sets any user's password, including a sudo's, and ends all of the user's sessions. */
export async function setPassword(username: string, { json }: { json?: boolean }): Promise<void> {
  const password = await readSecret(`New password for ${username}: `)
  const { message, status } = await runTask('users set-password', { username, password })
  if (message === null) throw new CommandError(status)
  const text = `${message}. All sessions of ${username} have ended.`
  if (json) printJson({ username, message })
  else printLines([text])
}
