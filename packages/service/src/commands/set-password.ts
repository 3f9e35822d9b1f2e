import { CommandError } from './command-error.js'
import { plinthFromEnvironment } from './plinth-from-environment.js'
import { readSecret } from './read-secret.js'

/** `plinth users set-password`: sets anybody's password, a sudo's too, and ends all of that user's sessions. */
export async function setPassword(username: string): Promise<void> {
  const password = await readSecret(`New password for ${username}: `)
  const plinth = plinthFromEnvironment({ announce: console.log })
  await plinth.start()
  try {
    const [message, status] = await plinth.services.internalPasswords.resetPassword(username, password)
    if (message === null) throw new CommandError(status)
    console.log(`${message}. All sessions of ${username} have ended.`)
  } finally {
    await plinth.stop()
  }
}
