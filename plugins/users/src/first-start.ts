import {
  ADMIN,
  type Announce,
  AUDITOR,
  type Clock,
  COMMAND,
  type Database,
  GUEST,
  type Knex,
  type Logger,
  OPERATOR,
  PlinthError,
  type Randomness,
  type SecurityEvents,
  StartupError,
  SUDO,
  SUPERVISOR,
} from '@plinth/kernel'
import type { PasswordOwner } from '@plinth/kernel/contracts'
import { FirstStartStore } from './first-start-store.js'
import { plainPassword } from './readable-password.js'
import type { RoleStore } from './role-store.js'
import type { UsersSettings } from './settings.js'
import type { StoredCredentials } from './stored-credentials.js'
import type { UserStore } from './user-store.js'

/** The roles of a new database, with their levels. */
const ROLES: Readonly<Record<string, number>> = {
  sudo: SUDO,
  admin: ADMIN,
  supervisor: SUPERVISOR,
  operator: OPERATOR,
  auditor: AUDITOR,
  guest: GUEST,
}
const EMAIL = 'sudo@localhost'
/** Length of the random password: 213 random bits. */
const PASSWORD_LENGTH = 43
const SEPARATOR = '-'.repeat(60)
const NOT_APPLIED =
  'PLINTH_SUDO_PASSWORD (the option sudoPassword) is not applied: this database already has its first user. ' +
  'plinth users set-password sets the password of a user'
const NO_ANNOUNCE =
  'This is the first start on an empty database, and nobody would learn the password of its first user. ' +
  'Set the option sudoPassword, or announce: a function that receives a random password.'

interface FirstStartNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly randomness: Randomness
  readonly announce: Announce | undefined
  readonly roleDirectory: RoleStore
  readonly userDirectory: UserStore
  readonly credentials: StoredCredentials
  readonly securityEvents: SecurityEvents
  readonly settings: UsersSettings
  readonly log: Logger
}

/** Creates the roles and one sudo user in a new, empty database: only once, however many replicas start. */
export class FirstStart {
  readonly #needs: Omit<FirstStartNeeds, 'clock'>
  readonly #store: FirstStartStore

  constructor(needs: FirstStartNeeds) {
    const { database, clock, randomness, announce, roleDirectory, userDirectory } = needs
    const { credentials, securityEvents, settings, log } = needs
    const directories = { roleDirectory, userDirectory, credentials }
    this.#store = new FirstStartStore({ database, clock })
    this.#needs = { database, randomness, announce, ...directories, securityEvents, settings, log }
  }

  /** Throws a `StartupError` if this is the first start and the settings do not allow it. */
  async check(): Promise<void> {
    const { settings, announce, credentials } = this.#needs
    if (settings.sudoPassword === undefined && announce) return
    if (await this.#store.hasHappened()) return
    if (settings.sudoPassword === undefined) throw new StartupError(NO_ANNOUNCE)
    await credentials.checkRules(this.#sudo, settings.sudoPassword, 'sudoPassword').catch(throwStartupError)
  }

  async run(): Promise<void> {
    if (await this.#store.hasHappened()) return this.#logNotApplied()
    const { database, randomness, settings, credentials, securityEvents, announce, log } = this.#needs
    const username = settings.sudoUsername
    const password = settings.sudoPassword ?? plainPassword(randomness.key(), PASSWORD_LENGTH)
    const passwordHash = await credentials.hashFor(this.#sudo, password, 'sudoPassword')

    const isFirst = await database.write(async (transaction) => {
      if (!(await this.#store.claim(transaction))) return false
      await this.#createRolesAndSudo(transaction, passwordHash)
      await securityEvents.record(transaction, { event: 'first-start', origin: COMMAND, target: username })
      // Before COMMIT: if this process is killed afterwards, somebody must know the password.
      if (settings.sudoPassword === undefined) announce?.(announcement(username, password))
      return true
    })
    if (!isFirst) return this.#logNotApplied()
    log.info({ user: username }, 'first start: the roles and the first user were created')
  }

  #logNotApplied(): void {
    if (this.#needs.settings.sudoPassword !== undefined) this.#needs.log.info({}, NOT_APPLIED)
  }

  get #sudo(): PasswordOwner {
    return { username: this.#needs.settings.sudoUsername, email: EMAIL }
  }

  async #createRolesAndSudo(transaction: Knex.Transaction, passwordHash: string): Promise<void> {
    const { randomness, roleDirectory, userDirectory, settings } = this.#needs
    const roles = Object.entries(ROLES).map(([name, level]) => ({ identifier: randomness.identifier(), name, level }))
    await roleDirectory.insert(transaction, roles)
    await userDirectory.insert(transaction, {
      identifier: randomness.identifier(),
      username: settings.sudoUsername,
      email: EMAIL,
      name: null,
      lastname: null,
      role: 'sudo',
      passwordHash,
    })
  }
}

/** Puts name and password on separate lines, so that a double click selects each. */
function announcement(username: string, password: string): string {
  return [
    SEPARATOR,
    'First user (shown only once):',
    '',
    `  username ${username}`,
    `  password ${password}`,
    '',
    SEPARATOR,
  ].join('\n')
}

function throwStartupError(error: unknown): never {
  if (!(error instanceof PlinthError)) throw error
  throw new StartupError(
    `The password for the first user is refused: ${error.message} Set another one (PLINTH_SUDO_PASSWORD, or the option sudoPassword).`,
  )
}
