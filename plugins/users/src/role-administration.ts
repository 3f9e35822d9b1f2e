import {
  type Authenticated,
  httpErrors,
  type KernelServices,
  type Knex,
  type Origin,
  type Role,
  roleUses,
  SUDO,
} from '@plinth/kernel'
import { namesOfRoles, type SecurityEvent, type StoredRole } from '@plinth/kernel/contracts'
import { canonicalName, expectOrigin, expectText } from '@plinth/kernel/tools'
import { checkLevel, checkNewRole } from './check-input.js'
import { errors } from './errors.js'
import type { LastSudo } from './last-sudo.js'
import { mayChangeRoles, mayUseLevel, roleChangeRefusal } from './role-change-refusal.js'
import { MAX_ROLES, type RoleStore } from './role-store.js'

interface RoleAdministrationDeps
  extends Pick<KernelServices, 'database' | 'randomness' | 'contributions' | 'callers' | 'securityEvents'> {
  readonly roleDirectory: RoleStore
  readonly lastSudo: LastSudo
}

/**
 * Creates, changes and deletes roles, for sudo users and for `COMMAND`: the CLI, or code of a host or plugin. Only
 * `COMMAND` may do so with roles of level 0.
 */
export class RoleAdministration {
  readonly #deps: Omit<RoleAdministrationDeps, 'roleDirectory'>
  readonly #roles: RoleStore

  constructor(deps: RoleAdministrationDeps) {
    const { database, randomness, contributions, roleDirectory, lastSudo, callers, securityEvents } = deps
    this.#deps = { database, randomness, contributions, lastSudo, callers, securityEvents }
    this.#roles = roleDirectory
  }

  /**
   * Creates a role and returns it. Throws `INVALID_BODY` with `fields`, `ROLE_INSUFFICIENT`, `ROLE_REQUIRES_COMMAND`,
   * `ROLE_EXISTS`, `TOO_MANY_ROLES`.
   */
  async add(origin: Origin<Authenticated>, wanted: Role): Promise<Role> {
    expectOrigin(origin, 'roleAdministration.add()')
    const { name: given, level } = checkNewRole(wanted ?? null)
    const name = canonicalName(given)
    expectAllowed(origin, level)
    const { randomness } = this.#deps
    await this.#write(origin, async (transaction) => {
      if ((await this.#roles.count(transaction)) >= MAX_ROLES) throw errors.TOO_MANY_ROLES({ max: MAX_ROLES })
      const isNew = await this.#roles.add(transaction, { identifier: randomness.identifier(), name, level })
      if (!isNew) throw errors.ROLE_EXISTS({ role: name })
      await this.#record(transaction, { event: 'role-created', origin, target: name, details: { level } })
    })
    return { name, level }
  }

  /**
   * Changes the level of a role, for all its users and tokens at once, and returns it. Throws `INVALID_BODY` with
   * `fields`, `ROLE_INSUFFICIENT`, `ROLE_NOT_FOUND`, `ROLE_RESERVED`, `ROLE_REQUIRES_COMMAND`, `LAST_SUDO`.
   */
  async setLevel(origin: Origin<Authenticated>, name: string, level: number): Promise<Role> {
    expectOrigin(origin, 'roleAdministration.setLevel()')
    expectText(name, 'roleAdministration.setLevel()', 'the name of a role')
    checkLevel({ level })
    expectAllowed(origin, level)
    const { lastSudo } = this.#deps
    return this.#write(origin, async (transaction) => {
      const role = await this.#expectChangeable(origin, name, await this.#roles.lockToChange(transaction, name))
      if (role.level === level) return { name: role.name, level }
      const change = () => this.#roles.setLevel(transaction, role.name, level)
      await (role.level <= SUDO ? lastSudo.keep(transaction, change) : change())
      const details = { from: role.level, to: level }
      await this.#record(transaction, { event: 'role-level-changed', origin, target: role.name, details })
      return { name: role.name, level }
    })
  }

  /**
   * Deletes a role that nothing uses. Throws `ROLE_INSUFFICIENT`, `ROLE_NOT_FOUND`, `ROLE_RESERVED`,
   * `ROLE_REQUIRES_COMMAND`, `ROLE_IN_USE`.
   */
  async delete(origin: Origin<Authenticated>, name: string): Promise<void> {
    expectOrigin(origin, 'roleAdministration.delete()')
    expectText(name, 'roleAdministration.delete()', 'the name of a role')
    expectAllowed(origin)
    const { database } = this.#deps
    try {
      await this.#write(origin, async (transaction) => {
        const role = await this.#expectChangeable(origin, name, await this.#roles.lockToDelete(transaction, name))
        await this.#expectUnused(role, transaction)
        for (const use of this.#deps.contributions.to(roleUses)) await use.deleteUnusedRows?.(role.name, transaction)
        await this.#roles.delete(transaction, role.name)
        const details = { level: role.level }
        await this.#record(transaction, { event: 'role-deleted', origin, target: role.name, details })
      })
    } catch (error) {
      if (database.dialect.violationOf(error) !== 'reference') throw error
      throw errors.ROLE_IN_USE({ role: canonicalName(name), uses: 'rows of other tables' })
    }
  }

  /** Confirms the caller in a transaction, and then changes roles in it. */
  #write<T>(origin: Origin<Authenticated>, change: (transaction: Knex.Transaction) => Promise<T>): Promise<T> {
    const { database, callers } = this.#deps
    return database.write(async (transaction) => {
      await callers.confirm(origin, transaction)
      return change(transaction)
    })
  }

  async #expectChangeable(
    { principal }: Origin<Authenticated>,
    name: string,
    role: StoredRole | undefined,
  ): Promise<StoredRole> {
    if (!role) throw errors.ROLE_NOT_FOUND(await this.#notFoundDetails(name))
    const refusal = roleChangeRefusal(principal, role)
    if (refusal === 'ROLE_RESERVED') throw errors.ROLE_RESERVED({ role: role.name })
    if (refusal) throw errors.ROLE_REQUIRES_COMMAND()
    return role
  }

  async #notFoundDetails(name: string): Promise<{ role: string; roles: string }> {
    return { role: name, roles: namesOfRoles(await this.#roles.list()) }
  }

  async #expectUnused({ name }: StoredRole, transaction: Knex.Transaction): Promise<void> {
    const { contributions } = this.#deps
    const counts: [what: string, count: number][] = [['users', await this.#roles.countUsersOf(transaction, name)]]
    for (const use of contributions.to(roleUses)) counts.push([use.name, await use.count(name, transaction)])
    const uses = counts.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}`)
    if (uses.length > 0) throw errors.ROLE_IN_USE({ role: name, uses: uses.join(', ') })
  }

  #record(transaction: Knex.Transaction, event: SecurityEvent): Promise<void> {
    return this.#deps.securityEvents.record(transaction, event)
  }
}

/** Throws unless the caller is a sudo user or `COMMAND`. Only `COMMAND` may use level 0. */
function expectAllowed({ principal: caller }: Origin<Authenticated>, level?: number): void {
  if (!mayChangeRoles(caller)) throw httpErrors.ROLE_INSUFFICIENT()
  if (level !== undefined && !mayUseLevel(caller, level)) throw errors.ROLE_REQUIRES_COMMAND()
}
