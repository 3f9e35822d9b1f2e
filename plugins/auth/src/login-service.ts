import type { Database, Knex, RequestOrigin, SecurityEvents } from '@plinth/kernel'
import type { AddressThrottle, Credentials, PasswordProof, User, UserDirectory } from '@plinth/kernel/contracts'
import { canonicalName, expectOrigin, expectText } from '@plinth/kernel/tools'
import type { AccountLockout } from './account-lockout.js'
import { errors } from './errors.js'
import type { SessionService } from './session-service.js'

/** How often a login is tried whose password was set anew while it was checked. */
const MAX_ENTRIES = 3
/** Seconds after which a login that was overtaken so often is worth another try. */
const RETRY_AFTER_S = 1
/** That the hash which a password was checked against is not the user's any longer. */
const PROOF_OUTDATED = Symbol('proof outdated')

/** How a user is named at login. */
export interface LoginName {
  readonly by: 'username' | 'email'
  readonly text: string
}

interface LoginServiceNeeds {
  readonly database: Database
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly sessionRevoker: SessionService
  readonly addressThrottle: AddressThrottle
  readonly accountLocks: AccountLockout
  readonly securityEvents: SecurityEvents
}

/** A login whose password is right. */
interface Entry {
  readonly account: string
  readonly user: User
  readonly proof: PasswordProof
}

/** A login that is refused. */
interface Failure {
  readonly account: string
  /** Who is called so, if anybody is. */
  readonly user: User | undefined
  readonly isLocked: boolean
}

/** Lets people in. */
export class LoginService {
  readonly #database: Database
  readonly #users: UserDirectory
  readonly #credentials: Credentials
  readonly #sessions: SessionService
  readonly #addresses: AddressThrottle
  readonly #locks: AccountLockout
  readonly #events: SecurityEvents
  readonly #results = { accepted: 0, refused: 0, locked: 0 }

  constructor(needs: LoginServiceNeeds) {
    const { database, userDirectory, credentials, sessionRevoker, addressThrottle } = needs
    this.#database = database
    this.#users = userDirectory
    this.#credentials = credentials
    this.#sessions = sessionRevoker
    this.#addresses = addressThrottle
    this.#locks = needs.accountLocks
    this.#events = needs.securityEvents
  }

  /**
   * Begins a session. Throws `TOO_MANY_TRIES` for the address, else `LOGIN_FAILED` alike and after the same time for an
   * unknown name, a wrong password and a locked account. Throws `LOGIN_OVERTAKEN` while the same password is set again
   * and again.
   */
  async login(origin: RequestOrigin, name: LoginName, password: string): Promise<{ key: string; user: User }> {
    expectOrigin(origin, 'loginService.login()', { ofRequest: true })
    expectName(name)
    expectText(password, 'loginService.login()', 'the password')
    await this.#addresses.countTry(origin.address)
    const user = await this.#find(name)
    const account = user ? canonicalName(user.username) : unknownAccount(name)
    const isLocked = await this.#locks.isLocked(account)

    const proof = await this.#credentials.verify(isLocked ? undefined : user?.identifier, password)
    if (!proof || !user) {
      this.#results[isLocked ? 'locked' : 'refused'] += 1
      await this.#noteFailure({ account, user, isLocked }, origin)
      throw errors.LOGIN_FAILED()
    }
    const key = await this.#enterUnlessOvertaken({ account, user, proof }, password, origin)
    this.#results[key === undefined ? 'refused' : 'accepted'] += 1
    if (key === undefined) throw errors.LOGIN_FAILED()
    return { key, user }
  }

  /** How many logins went how, since the start. */
  get results(): Readonly<Record<'accepted' | 'refused' | 'locked', number>> {
    return this.#results
  }

  /**
   * The key of a new session; none when the account was locked, or another password set, while this one was checked.
   * Where only its hash is another one the password is checked again: whoever sets the same one keeps nobody out.
   */
  async #enterUnlessOvertaken(first: Entry, password: string, origin: RequestOrigin): Promise<string | undefined> {
    let proof: PasswordProof | undefined = first.proof
    for (let tries = 0; proof && tries < MAX_ENTRIES; tries += 1) {
      const entered = await this.#enter({ ...first, proof }, origin)
      if (entered !== PROOF_OUTDATED) return entered
      proof = await this.#credentials.verify(first.user.identifier, password)
    }
    if (proof) throw errors.LOGIN_OVERTAKEN({}, { retryAfter: RETRY_AFTER_S })
    await this.#database.write((transaction) => this.#recordOvertaken(first.user, origin, transaction))
    return undefined
  }

  /** The key of a new session; none when the account was locked while the password was checked. */
  #enter({ account, user, proof }: Entry, origin: RequestOrigin): Promise<string | undefined | typeof PROOF_OUTDATED> {
    return this.#database.write(async (transaction) => {
      if (!(await proof.stillHolds(transaction))) return PROOF_OUTDATED
      const mayEnter = await this.#locks.clearUnlessLocked(transaction, account)
      if (!mayEnter) return void (await this.#recordOvertaken(user, origin, transaction))
      await this.#events.record(transaction, { event: 'login', origin, target: user.username })
      return this.#sessions.begin(transaction, user.identifier)
    })
  }

  #recordOvertaken({ username }: User, origin: RequestOrigin, transaction: Knex.Transaction): Promise<void> {
    const details = { reason: 'overtaken by another login or a change of the password' }
    return this.#events.record(transaction, { event: 'login', origin, result: 'refused', target: username, details })
  }

  /** With as many statements for a locked account as for a wrong password, so that both take the same time. */
  #noteFailure({ account, user, isLocked }: Failure, origin: RequestOrigin): Promise<void> {
    const target = user?.username // what nobody is called by may be a password in the wrong field
    const reason = isLocked ? 'locked' : reasonOf(user)
    return this.#database.write(async (transaction) => {
      const wait = isLocked
        ? await this.#locks.noteRefusal(transaction, account)
        : await this.#locks.countFailure(transaction, account)
      await this.#events.record(transaction, { event: 'login', origin, result: 'refused', target, details: { reason } })
      if (wait === 0) return
      await this.#events.record(transaction, { event: 'account-locked', origin, target, details: { seconds: wait } })
    })
  }

  #find(name: LoginName): Promise<User | undefined> {
    return name.by === 'username' ? this.#users.find(name.text) : this.#users.findByEmail(name.text)
  }
}

/** For code that no compiler has checked. */
function expectName(name: Partial<LoginName> | undefined): void {
  if ((name?.by === 'username' || name?.by === 'email') && typeof name.text === 'string') return
  throw new TypeError(
    'loginService.login() needs { by: "username", text } or { by: "email", text } as its second argument.',
  )
}

/**
 * What the failures of a name that is nobody's are counted by. No username has a blank: an address counts for no user
 * who is called so.
 */
function unknownAccount({ by, text }: LoginName): string {
  return by === 'username' ? canonicalName(text) : `email ${canonicalName(text)}`
}

/** Nobody looks at the password of a disabled user. */
function reasonOf(user: User | undefined): 'unknown name' | 'disabled' | 'wrong password' {
  if (!user) return 'unknown name'
  return user.isDisabled ? 'disabled' : 'wrong password'
}
