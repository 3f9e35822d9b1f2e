import { type Authenticated, defineRoute, mayActOn } from '@plinth/kernel'
import type { User, UserDirectory } from '@plinth/kernel/contracts'
import { canonicalName, usernameParams } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import { userShape, userToWire } from './user-on-the-wire.js'

export const getUser = (users: UserDirectory) =>
  defineRoute({
    method: 'GET',
    path: '/users/:username',
    operationId: 'user',
    summary: 'Look up one user',
    access: 'authenticated',
    params: usernameParams,
    responses: { 200: userShape },
    errors: [errors.USER_NOT_FOUND],
    handle: async ({ params, principal }) => {
      const user = ownRecord(principal, params.username) ?? (await users.find(params.username))
      if (!user) throw errors.USER_NOT_FOUND()
      return { ...userToWire(user), may_change: mayActOn(principal, user.role.level) }
    },
  })

/** Returns the caller's own record, which was read when the key was checked. */
function ownRecord(principal: Authenticated, username: string): User | undefined {
  if (principal.kind !== 'user' || !principal.profile) return undefined
  if (canonicalName(principal.username) !== canonicalName(username)) return undefined
  const { identifier, role, profile } = principal
  const { validUntil = null } = profile
  return { identifier, username: principal.username, role, ...profile, isDisabled: false, validUntil }
}
