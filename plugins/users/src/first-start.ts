import {
  ADMIN,
  AUDITOR,
  COMMAND,
  GUEST,
  type KernelServices,
  type Knex,
  OPERATOR,
  PlinthError,
  type PluginLocals,
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
const SUDO_PASSWORD_IGNORED =
  'PLINTH_SUDO_PASSWORD (the option sudoPassword) is not applied: this database already has its first user. ' +
  'plinth users set-password sets the password of a user'
const NO_PASSWORD_OUTPUT =
  'This is the first start on an empty database, and the password generated for the first user could not be shown. ' +
  'Set the option sudoPassword, or announce: a function that receives the generated password.'

interface FirstStartDeps
  extends Pick<KernelServices, 'database' | 'clock' | 'randomness' | 'announce' | 'securityEvents'>,
    PluginLocals<UsersSettings> {
  readonly roleDirectory: RoleStore
  readonly userDirectory: UserStore
  readonly credentials: StoredCredentials
}

/** Creates the roles and one sudo user in a new, empty database: only once, however many replicas start. */
export class FirstStart {
  readonly #deps: Omit<FirstStartDeps, 'clock'>
  readonly #store: FirstStartStore

  constructor(deps: FirstStartDeps) {
    const { database, clock, randomness, announce, roleDirectory, userDirectory } = deps
    const { credentials, securityEvents, settings, log } = deps
    const directories = { roleDirectory, userDirectory, credentials }
    this.#store = new FirstStartStore({ database, clock })
    this.#deps = { database, randomness, announce, ...directories, securityEvents, settings, log }
  }

  /** Throws a `StartupError` if this is the first start and the settings do not allow it. */
  async check(): Promise<void> {
    const { settings, announce, credentials } = this.#deps
    if (settings.sudoPassword === undefined && announce) return
    if (await this.#store.hasHappened()) return
    if (settings.sudoPassword === undefined) throw new StartupError(NO_PASSWORD_OUTPUT)
    await credentials.checkRules(this.#sudo, settings.sudoPassword, 'sudoPassword').catch(throwStartupError)
  }

  async run(): Promise<void> {
    if (await this.#store.hasHappened()) return this.#logIgnoredPassword()
    const { database, settings, securityEvents, announce, log } = this.#deps
    const username = settings.sudoUsername
    const { password, hash } = await this.#hashedPassword()

    const isFirst = await database.write(async (transaction) => {
      if (!(await this.#store.claim(transaction))) return false
      await this.#createRolesAndSudo(transaction, hash)
      await securityEvents.record(transaction, { event: 'first-start', origin: COMMAND, target: username })
      // Before COMMIT: a process that is killed right after COMMIT could no longer show the password.
      if (settings.sudoPassword === undefined) announce?.(announcement(username, password))
      return true
    })
    if (!isFirst) return this.#logIgnoredPassword()
    log.info({ user: username }, 'first start: the roles and the first user were created')
  }

  async #hashedPassword(): Promise<{ readonly password: string; readonly hash: string }> {
    const { randomness, settings, credentials } = this.#deps
    const generate = () => plainPassword(randomness.key(), PASSWORD_LENGTH)
    if (settings.sudoPassword === undefined) return credentials.hashGenerated(this.#sudo, generate, 'sudoPassword')
    const hash = await credentials.hashFor(this.#sudo, settings.sudoPassword, 'sudoPassword')
    return { password: settings.sudoPassword, hash }
  }

  #logIgnoredPassword(): void {
    if (this.#deps.settings.sudoPassword !== undefined) this.#deps.log.info({}, SUDO_PASSWORD_IGNORED)
  }

  get #sudo(): PasswordOwner {
    return { username: this.#deps.settings.sudoUsername, email: EMAIL }
  }

  async #createRolesAndSudo(transaction: Knex.Transaction, passwordHash: string): Promise<void> {
    const { randomness, roleDirectory, userDirectory, settings } = this.#deps
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
      validUntil: null,
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
