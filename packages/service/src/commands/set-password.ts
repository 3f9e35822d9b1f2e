import { runTask } from '../administration/run-task.js'
import { CommandError } from './command-error.js'
import { readSecret } from './read-secret.js'

/** `plinth users set-password`: sets anybody's password, a sudo's too, and ends all of that user's sessions. */
export async function setPassword(username: string): Promise<void> {
  const password = await readSecret(`New password for ${username}: `)
  const { message, status } = await runTask('users set-password', { username, password })
  if (message === null) throw new CommandError(status)
  console.log(`${message}. All sessions of ${username} have ended.`)
}
