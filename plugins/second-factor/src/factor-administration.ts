import {
  type Administrator,
  type Authenticated,
  isSelf,
  type KernelServices,
  mayActOn,
  maySetPassword,
  type Origin,
  type UserPrincipal,
  type UserWithRole,
} from '@plinth/kernel'
import { directoryErrors, type User, type UserDirectory } from '@plinth/kernel/contracts'
import { expectOrigin, expectText, expectUserOrigin, lockWithCaller } from '@plinth/kernel/tools'
import { errors } from './errors.js'
import type { RecoveryCodes } from './recovery-codes.js'
import type { SecondFactorStore } from './second-factor-store.js'
import type { TotpFactor } from './totp-factor.js'

/** The second factor of a user. */
export interface FactorState {
  /** In ms; null if the user has none. */
  readonly enrolledAt: number | null
  /** How many recovery codes are left. */
  readonly recoveryCodes: number
  /** Whether the setting requires a factor of this user. */
  readonly isRequired: boolean
  /** Whether the caller may remove the factor. */
  readonly mayRemove: boolean
}

interface FactorAdministrationDeps extends Pick<KernelServices, 'database' | 'callers' | 'securityEvents'> {
  readonly userDirectory: UserDirectory
  readonly secondFactorStore: SecondFactorStore
  readonly recoveryCodes: RecoveryCodes
  readonly totpFactor: TotpFactor
}

/**
 * Shows and removes second factors. All users may see and remove their own. Admins and sudo users may also see those of
 * users who are not more privileged, and remove those of users whose password they may set; the command may remove all.
 */
export class FactorAdministration {
  readonly #deps: FactorAdministrationDeps

  constructor(deps: FactorAdministrationDeps) {
    const { database, userDirectory, callers, secondFactorStore, recoveryCodes, totpFactor, securityEvents } = deps
    this.#deps = { database, userDirectory, callers, secondFactorStore, recoveryCodes, totpFactor, securityEvents }
  }

  /** Returns the second factor of a user. Throws `USER_NOT_FOUND`, `SECOND_FACTOR_NOT_YOURS`. */
  async stateOf(origin: Origin<Authenticated>, username: string): Promise<FactorState> {
    expectOrigin(origin, 'factorAdministration.stateOf()')
    const { secondFactorStore, recoveryCodes, totpFactor } = this.#deps
    const { principal: caller } = origin
    const user = await this.#find(username, 'factorAdministration.stateOf()')
    if (!mayActOn(caller, user.role.level) && !isSelf(caller, user)) throw errors.SECOND_FACTOR_NOT_YOURS()
    const factor = await secondFactorStore.find(user.identifier)
    return {
      enrolledAt: factor?.enrolledAt ?? null,
      recoveryCodes: await recoveryCodes.count(user.identifier),
      isRequired: totpFactor.isRequiredOf(user),
      mayRemove: isPerson(caller) && mayRemove(caller, user),
    }
  }

  /**
   * Removes the factor and the recovery codes of a user; sessions stay open. Throws `USER_NOT_FOUND`,
   * `SECOND_FACTOR_NOT_YOURS`, `SECOND_FACTOR_NOT_ENROLLED`.
   */
  async remove(origin: Origin<UserPrincipal>, username: string): Promise<void> {
    expectUserOrigin(origin, 'factorAdministration.remove()')
    const { database, userDirectory, callers, secondFactorStore, recoveryCodes, securityEvents } = this.#deps
    const { identifier } = await this.#find(username, 'factorAdministration.remove()')
    await database.write(async (transaction) => {
      const user = await lockWithCaller(userDirectory, transaction, origin, identifier)
      const caller = await callers.currentCaller<UserPrincipal | 'command'>(origin, transaction)
      if (!user) throw directoryErrors.USER_NOT_FOUND()
      if (!mayRemove(caller, user)) throw errors.SECOND_FACTOR_NOT_YOURS()
      await recoveryCodes.deleteAll(transaction, identifier)
      if (!(await secondFactorStore.delete(transaction, identifier))) throw errors.SECOND_FACTOR_NOT_ENROLLED()
      await securityEvents.record(transaction, { event: 'second-factor-removed', origin, target: user.username })
    })
  }

  async #find(username: string, call: string): Promise<User> {
    expectText(username, call, 'the username')
    const user = await this.#deps.userDirectory.find(username)
    if (!user) throw directoryErrors.USER_NOT_FOUND()
    return user
  }
}

function isPerson(caller: Administrator): caller is UserPrincipal | 'command' {
  return caller === 'command' || caller.kind === 'user'
}

function mayRemove(caller: UserWithRole | 'command', user: User): boolean {
  return (caller !== 'command' && caller.identifier === user.identifier) || maySetPassword(caller, user)
}
