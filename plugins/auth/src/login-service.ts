import {
  type AddressThrottle,
  type Credentials,
  canonicalName,
  type Database,
  type User,
  type UserDirectory,
} from '@plinth/kernel'
import type { AccountLockout } from './account-lockout.js'
import { errors } from './errors.js'
import type { SessionService } from './session-service.js'

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
}

/** Lets people in. */
export class LoginService {
  readonly #database: Database
  readonly #users: UserDirectory
  readonly #credentials: Credentials
  readonly #sessions: SessionService
  readonly #addresses: AddressThrottle
  readonly #locks: AccountLockout
  readonly #results = { accepted: 0, refused: 0, locked: 0 }

  constructor(needs: LoginServiceNeeds) {
    const { database, userDirectory, credentials, sessionRevoker, addressThrottle, accountLocks } = needs
    this.#database = database
    this.#users = userDirectory
    this.#credentials = credentials
    this.#sessions = sessionRevoker
    this.#addresses = addressThrottle
    this.#locks = accountLocks
  }

  /**
   * Begins a session. Throws `TOO_MANY_TRIES` for the address, else `LOGIN_FAILED` alike and after the same time for an unknown
   * name, a wrong password and a locked account.
   */
  async login(name: LoginName, password: string, address: string): Promise<{ key: string; user: User }> {
    await this.#addresses.countTry(address)
    const user = await this.#find(name)
    const account = canonicalName(user?.username ?? name.text)
    const isLocked = await this.#locks.isLocked(account)

    const proof = await this.#credentials.verify(isLocked ? undefined : user?.identifier, password)
    if (!proof || !user) {
      this.#results[isLocked ? 'locked' : 'refused'] += 1
      if (isLocked) await this.#locks.noteRefusal(account)
      else await this.#locks.countFailure(account)
      throw errors.LOGIN_FAILED()
    }
    const key = await this.#database.write(async (transaction) => {
      const mayEnter =
        (await proof.stillHolds(transaction)) && (await this.#locks.clearUnlessLocked(transaction, account))
      if (!mayEnter) throw errors.LOGIN_FAILED()
      return this.#sessions.begin(transaction, user.identifier)
    })
    this.#results.accepted += 1
    return { key, user }
  }

  /** How many logins went how, since the start. */
  get results(): Readonly<Record<'accepted' | 'refused' | 'locked', number>> {
    return this.#results
  }

  #find(name: LoginName): Promise<User | undefined> {
    return name.by === 'username' ? this.#users.find(name.text) : this.#users.findByEmail(name.text)
  }
}
