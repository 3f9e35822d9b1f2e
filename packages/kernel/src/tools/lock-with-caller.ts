import type { Knex } from 'knex'
import type { User, UserDirectory } from '../contracts/directories.js'
import type { Origin } from '../security/origin.js'

/**
 * Locks a user, together with the caller if the caller is a user too, so that two users who act on each other wait for
 * one another. Returns the user as it is now, or `undefined` if it was deleted. Call `callers.confirm` afterwards.
 */
export async function lockWithCaller(
  users: UserDirectory,
  transaction: Knex.Transaction,
  { principal: caller }: Origin,
  identifier: string,
): Promise<User | undefined> {
  const callerId = caller !== 'command' && caller.kind === 'user' ? [caller.identifier] : []
  const locked = await users.lock(transaction, [identifier, ...callerId])
  return locked.find((user) => user.identifier === identifier)
}
