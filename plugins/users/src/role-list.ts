import { ADMIN, ANONYMOUS, type Authenticated, type Role } from '@plinth/kernel'
import { assignmentRefusal } from './assignment-refusal.js'
import { mayAssignRole } from './may-assign-role.js'
import { mayChangeRoles, roleChangeRefusal } from './role-change-refusal.js'
import type { RoleStore } from './role-store.js'
import type { UsersSettings } from './settings.js'

/** A role, and what it means for a caller. */
export interface RoleInfo extends Role {
  /** Whether anybody may sign up for it without a key. */
  readonly open: boolean
  /** Why the caller may not give it to a user; `null` if the caller may. */
  readonly refusal: ReturnType<typeof assignmentRefusal>
  /** Whether the caller may change its level, and delete it while nothing uses it. */
  readonly changeable: boolean
  /** Number of its users, for callers who may administer users. */
  readonly users?: number
}

/** Lists roles as a caller sees them. */
export class RoleList {
  readonly #roles: RoleStore
  readonly #openLevel: number | 'closed'

  constructor({ roleDirectory, settings }: { roleDirectory: RoleStore; settings: UsersSettings }) {
    this.#roles = roleDirectory
    this.#openLevel = settings.signupOpenLevel
  }

  /** Returns all roles, the most privileged first. */
  async for(caller: Authenticated): Promise<RoleInfo[]> {
    const [roles, users] = await Promise.all([this.#roles.list(), this.#userCountsFor(caller)])
    return roles.map((role) => this.#infoOf(role, caller, users))
  }

  /** Describes one role. */
  async describe(role: Role, caller: Authenticated): Promise<RoleInfo> {
    return this.#infoOf(role, caller, await this.#userCountsFor(caller))
  }

  /** Describes a role that nobody has yet. Reads nothing, so that it cannot fail after the role was created. */
  describeNew(role: Role, caller: Authenticated): RoleInfo {
    return this.#infoOf(role, caller, new Map())
  }

  #infoOf({ name, level }: Role, caller: Authenticated, users: ReadonlyMap<string, number> | undefined): RoleInfo {
    return {
      name,
      level,
      open: mayAssignRole(ANONYMOUS, { name, level }, this.#openLevel),
      refusal: assignmentRefusal(caller, { name, level }),
      changeable: mayChangeRoles(caller) && roleChangeRefusal(caller, { name, level }) === null,
      ...(users && { users: users.get(name) ?? 0 }),
    }
  }

  async #userCountsFor(caller: Authenticated): Promise<ReadonlyMap<string, number> | undefined> {
    return caller.role.level <= ADMIN ? this.#roles.countUsers() : undefined
  }
}
