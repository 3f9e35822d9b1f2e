import type { Client } from 'openapi-fetch'
import { dataOf } from './data-of.js'
import type { paths } from './generated/schema.js'
import type { CallOptions } from './options.js'
import type * as t from './types.js'

/** What the operations need of a client: its calls, and its key, which `confirmLogin` replaces. */
interface KeyedClient {
  readonly rest: Client<paths>
  key: string | undefined
}

/**
 * The operations of one-time codes, second factors and the caller's account, with the key, retries and errors of a
 * client. A class of its own, so that pages load it only if they need it.
 */
export class AccessClient {
  readonly #client: KeyedClient
  readonly #rest: Client<paths>

  /** Creates a client of these operations that uses another client. */
  constructor(client: KeyedClient) {
    this.#client = client
    this.#rest = client.rest
  }

  /** Creates a user without a password, who sets one with a one-time code: see `issueCode`. */
  addUser(body: t.NewUser, options?: CallOptions): Promise<t.SignedUpUser> {
    return dataOf(this.#rest.POST('/users/add', { body, ...options }))
  }

  /**
   * Issues a one-time code, with which the user sets a password. Throws `USER_NOT_FOUND`, `CODE_NOT_YOURS` or
   * `CODE_OF_DISABLED_USER`.
   */
  issueCode(username: string, options?: CallOptions): Promise<t.IssuedCode> {
    return dataOf(this.#rest.POST('/users/{username}/code', { params: { path: { username } }, ...options }))
  }

  /** Returns whether a user has a one-time code, not the code itself. Throws `USER_NOT_FOUND`, `CODE_NOT_YOURS`. */
  code(username: string, options?: CallOptions): Promise<t.CodeState> {
    return dataOf(this.#rest.GET('/users/{username}/code', { params: { path: { username } }, ...options }))
  }

  /** Withdraws a user's one-time code. Throws `USER_NOT_FOUND`, `CODE_NOT_YOURS`, `CODE_NOT_FOUND`. */
  async withdrawCode(username: string, options?: CallOptions): Promise<void> {
    await dataOf(this.#rest.DELETE('/users/{username}/code', { params: { path: { username } }, ...options }))
  }

  /** Returns the one-time codes that can be redeemed, of the users whom the caller may act on; newest first. */
  codes(options: CallOptions = {}): Promise<t.ActiveCode[]> {
    return dataOf(this.#rest.GET('/codes', { ...options }))
  }

  /** Sets a password with a one-time code, and returns the username. Needs no key. Throws `CODE_INVALID`. */
  async redeemCode(body: t.CodeRedemption, options?: CallOptions): Promise<string> {
    const { username } = await dataOf(this.#rest.POST('/users/redeem_code', { body, ...options }))
    return username
  }

  /** Begins to enrol a second factor of the caller. Throws `FRESH_LOGIN_REQUIRED`, `SECOND_FACTOR_ENROLLED`. */
  enrolSecondFactor(options: CallOptions = {}): Promise<t.Enrolment> {
    return dataOf(this.#rest.POST('/users/enrol_second_factor', { ...options }))
  }

  /** Completes the enrolment with a code of the app, and returns ten recovery codes. Throws `ENROLMENT_CODE_WRONG`. */
  async confirmSecondFactor(body: t.FactorConfirmation, options?: CallOptions): Promise<readonly string[]> {
    const confirmed = await dataOf(this.#rest.POST('/users/confirm_second_factor', { body, ...options }))
    return confirmed.recovery_codes
  }

  /** Creates new recovery codes in place of the caller's earlier ones. Throws `FRESH_LOGIN_REQUIRED`. */
  async renewRecoveryCodes(options: CallOptions = {}): Promise<readonly string[]> {
    const renewed = await dataOf(this.#rest.POST('/users/recovery_codes', { ...options }))
    return renewed.recovery_codes
  }

  /** Returns the state of a user's second factor. Throws `USER_NOT_FOUND`, `SECOND_FACTOR_NOT_YOURS`. */
  secondFactor(username: string, options?: CallOptions): Promise<t.SecondFactor> {
    return dataOf(this.#rest.GET('/users/{username}/second_factor', { params: { path: { username } }, ...options }))
  }

  /** Removes a user's second factor. Throws `SECOND_FACTOR_NOT_YOURS`, `SECOND_FACTOR_NOT_ENROLLED`. */
  async removeSecondFactor(username: string, options?: CallOptions): Promise<void> {
    await dataOf(this.#rest.DELETE('/users/{username}/second_factor', { params: { path: { username } }, ...options }))
  }

  /** Returns the security events about the caller's own account, newest first; `limit` defaults to 100. */
  ownSecurityEvents(query: t.OwnSecurityEventQuery = {}, options?: CallOptions): Promise<t.SecurityEvent[]> {
    return dataOf(this.#rest.GET('/audit/own', { params: { query }, ...options }))
  }

  /** Begins to enrol a second factor at a login that needs one. Throws `LOGIN_EXPIRED`, `SECOND_FACTOR_ENROLLED`. */
  enrolAtLogin(body: t.EnrolmentAtLogin, options?: CallOptions): Promise<t.Enrolment> {
    return dataOf(this.#rest.POST('/users/enrol_at_login', { body, ...options }))
  }

  /**
   * Replaces the key of the client, or its session cookie, by one with a fresh login, for operations that throw
   * `FRESH_LOGIN_REQUIRED`. Returns until when it is fresh: ISO 8601, UTC. Throws `LOGIN_NOT_CONFIRMED`.
   */
  async confirmLogin(body: t.LoginConfirmation, options?: CallOptions): Promise<string> {
    const { apiKey, fresh_until: freshUntil } = await dataOf(this.#rest.POST('/users/confirm', { body, ...options }))
    if (apiKey !== undefined) this.#client.key = apiKey
    return freshUntil
  }
}
