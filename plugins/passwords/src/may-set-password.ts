import { ADMIN, type Role } from '@plinth/kernel'

/** One of the two people that a rule is about. */
export interface Person {
  readonly identifier: string
  readonly role: Role
}

/**
 * Whether one person may set another's password: sudo only an admin's; an admin that of everybody at the admin's level or
 * below; anybody else only their own. So nobody can set a sudo's over REST.
 */
export function maySetPassword(caller: Person, target: Person): boolean {
  switch (caller.role.name) {
    case 'sudo':
      return target.role.name === 'admin'
    case 'admin':
      return target.role.level >= ADMIN
    default:
      return caller.identifier === target.identifier
  }
}
