import { ADMIN, type Authenticated, SUDO } from '@plinth/kernel'

/**
 * The roles and users that a caller may import. An admin or sudo user may import those that are not more privileged
 * than the caller, a token only those that are less privileged, because they outlive the token.
 */
export class ImportAuthority {
  readonly #mostPrivilegedLevel: number
  readonly #isAdmin: boolean

  constructor(caller: Authenticated | 'command') {
    const level = caller === 'command' ? SUDO : caller.role.level
    this.#isAdmin = level <= ADMIN
    this.#mostPrivilegedLevel = caller !== 'command' && caller.kind === 'third-party' ? level + 1 : level
  }

  /** Returns why a record with a privilege level cannot be imported, or `undefined`. */
  problemOf(level: number): string | undefined {
    if (level < this.#mostPrivilegedLevel) return `${level} is more privileged than the caller may import`
    return this.#isAdmin ? undefined : `${level} may only be imported by admins and sudo users`
  }
}
