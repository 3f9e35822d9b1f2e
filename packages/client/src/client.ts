import createRestClient, { type Client } from 'openapi-fetch'
import { checkedUrl } from './checked-url.js'
import type { ConfigurationSource } from './configuration-upload.js'
import { Connection, isKey } from './connection.js'
import { confirmed, dataIf, dataOf, refuseOtherThanJson } from './data-of.js'
import { PlinthApiError } from './errors.js'
import { type ConfigurationExport, type ExportOptions, exportConfiguration } from './export-configuration.js'
import type { paths } from './generated/schema.js'
import { type ImportOptions, importConfiguration } from './import-configuration.js'
import { isNode } from './is-node.js'
import type { CallOptions, ClientOptions } from './options.js'
import { refuseLostNames } from './path-names.js'
import { isObject } from './problem.js'
import { readinessOf } from './readiness.js'
import type * as t from './types.js'
import { type PageOptions, pageOf } from './user-page.js'

/**
 * A client of one service. Each method is one operation of its interface, takes and gives the field names of the
 * interface, and throws a `PlinthApiError` (the service refuses), a `PlinthNetworkError` (no whole answer), a
 * `PlinthAnswerError` (an answer of something else), or the reason of the signal.
 */
export class PlinthClient<Paths extends object = paths> {
  /**
   * openapi-fetch's client, for what the methods do not cover, such as the routes of a host's own plugins. Has the key,
   * the retries and the faults of this client; resolves to `{ data }` or `{ error }`, which `dataOf` takes apart.
   */
  readonly rest: Client<Paths>
  readonly #rest: Client<paths>
  readonly #connection: Connection
  readonly #options: ClientOptions

  /** Throws a `TypeError` for a URL or key that cannot be one. */
  constructor(options: ClientOptions) {
    const url = checkedUrl(options.url)
    this.#options = { streamUploads: isNode(), ...options, url }
    this.#connection = new Connection(options)
    this.#rest = createRestClient<paths>({ baseUrl: url, fetch: this.#connection.fetch, redirect: 'manual' })
    this.#rest.use(refuseLostNames, refuseOtherThanJson)
    this.rest = this.#rest as unknown as Client<Paths>
  }

  /** The key that calls are made with, from `login` or the options. */
  get key(): string | undefined {
    return this.#connection.key
  }

  /** Another client of the same service with another key, or none. */
  withKey(key: string | undefined): PlinthClient<Paths> {
    const { key: _, ...options } = this.#options
    return new PlinthClient<Paths>({ ...options, ...(key !== undefined && { key }) })
  }

  /** Logs in and keeps the key for the calls after it. Throws `LOGIN_FAILED`, and keeps the key it had. */
  async login(credentials: t.Credentials, options?: CallOptions): Promise<t.Login> {
    const call = this.#rest.POST('/users/login', { body: credentials, ...options })
    const login = await dataIf(call, ({ data }) => isObject(data) && isKey(data.apiKey), 'it has no key')
    this.#connection.key = login.apiKey
    return login
  }

  /**
   * Ends the session of the key and forgets it; a key that was dead already is forgotten too, and `TOKEN_INVALID`
   * thrown.
   */
  async logout(options: CallOptions = {}): Promise<void> {
    const { key } = this.#connection
    const forget = () => {
      if (this.#connection.key === key) this.#connection.key = undefined
    }
    await dataOf(this.#rest.POST('/users/logout', { ...options })).then(forget, (error: unknown) => {
      if (error instanceof PlinthApiError && error.code === 'TOKEN_INVALID') forget()
      throw error
    })
  }

  /** Users in the order of creation: all, or a page when `limit` or `offset` is given. */
  users(options: PageOptions = {}): Promise<t.UserPage> {
    return pageOf(this.#rest, options)
  }

  /** One user. Throws `USER_NOT_FOUND`. */
  user(username: string, options?: CallOptions): Promise<t.User> {
    return dataOf(this.#rest.GET('/users/{username}', { params: { path: { username } }, ...options }))
  }

  /**
   * Changes a user: all that is given, or nothing. By the role rules; one's own names and address are everybody's to
   * change. `disabled` ends all sessions. Made again when it is put off: it has the effect of once.
   */
  changeUser(username: string, body: t.UserChanges, options?: CallOptions): Promise<t.User> {
    const init = { params: { path: { username } }, body, fetch: this.#connection.fetchIdempotent, ...options }
    return dataOf(this.#rest.PATCH('/users/{username}', init))
  }

  /** Deletes a user with all sessions, by the role rules. Throws `USER_NOT_FOUND`, `LAST_SUDO`, `USER_IN_USE`. */
  async deleteUser(username: string, options?: CallOptions): Promise<void> {
    await dataOf(this.#rest.DELETE('/users/{username}', { params: { path: { username } }, ...options }))
  }

  /** The open sessions of a user, the newest first: one's own, or another's by the role rules. */
  sessions(username: string, options?: CallOptions): Promise<t.Session[]> {
    return dataOf(this.#rest.GET('/users/{username}/sessions', { params: { path: { username } }, ...options }))
  }

  /** Ends one session of a user, by its id from `sessions`. Throws `SESSION_NOT_FOUND`. */
  async endSession(username: string, id: string, options?: CallOptions): Promise<void> {
    const init = { params: { path: { username, id } }, ...options }
    await dataOf(this.#rest.DELETE('/users/{username}/sessions/{id}', init))
  }

  /** Ends all sessions of a user, the caller's own too when it is that user; resolves to how many. */
  async endSessions(username: string, options?: CallOptions): Promise<number> {
    const call = this.#rest.DELETE('/users/{username}/sessions', { params: { path: { username } }, ...options })
    return (await dataIf(call, ({ data }) => isObject(data) && Number.isInteger(data.ended), 'it does not count')).ended
  }

  /** Makes a user. Open roles need no key. */
  signUp(body: t.SignUp, options?: CallOptions): Promise<t.SignedUpUser> {
    return dataOf(this.#rest.POST('/users/signup', { body, ...options }))
  }

  /** Sets one's own password, or another's by the role rules. Ends the target's other sessions. */
  async changePassword(body: t.PasswordChange, options?: CallOptions): Promise<void> {
    await dataOf(this.#rest.POST('/users/change_password', { body, ...options }))
  }

  /** Sets a forgotten password, by the role rules. Ends the target's other sessions. */
  async resetPassword(body: t.PasswordReset, options?: CallOptions): Promise<void> {
    await dataOf(this.#rest.POST('/users/reset_password', { body, ...options }))
  }

  /** Creates a third-party token. For a sudo user. */
  createToken(body: t.TokenOrder, options?: CallOptions): Promise<t.CreatedToken> {
    return dataOf(this.#rest.POST('/users/create_tpt', { body, ...options }))
  }

  /** All third-party tokens, without the tokens themselves. */
  tokens(options: CallOptions = {}): Promise<t.Token[]> {
    return dataOf(this.#rest.GET('/tpt', { ...options }))
  }

  /** Security events, the newest first; 100 unless `limit` says more. For keys of level 1 or below. */
  securityEvents(query: t.SecurityEventQuery = {}, options?: CallOptions): Promise<t.SecurityEvent[]> {
    return dataOf(this.#rest.GET('/audit', { params: { query }, ...options }))
  }

  /** Revokes a third-party token by its id. Throws `TOKEN_NOT_FOUND`. */
  async revokeToken(id: string, options?: CallOptions): Promise<void> {
    await dataOf(this.#rest.DELETE('/tpt/{id}', { params: { path: { id } }, ...options }))
  }

  /** All roles, the most privileged first. */
  roles(options: CallOptions = {}): Promise<t.Role[]> {
    return dataOf(this.#rest.GET('/roles', { ...options }))
  }

  /** The logging settings in force. */
  settings(options: CallOptions = {}): Promise<t.Settings> {
    return dataOf(this.#rest.GET('/settings', { ...options }))
  }

  /** Changes logging settings: all that are given, or none. Throws `SETTINGS_REFUSED`. */
  async updateSettings(body: t.SettingsChange, options?: CallOptions): Promise<void> {
    await confirmed(this.#rest.PUT('/settings/update', { body, parseAs: 'text', ...options }))
  }

  /** Changes how often the log is flushed, in seconds, 1 or more. Throws `SETTINGS_REFUSED`. */
  async setLoggerPeriod(seconds: number, options?: CallOptions): Promise<void> {
    const body = { logger_period: seconds }
    await confirmed(this.#rest.PUT('/settings/logger_period', { body, parseAs: 'text', ...options }))
  }

  /** Opens a download of the whole configuration. A stream that ends without an error is a whole document. */
  exportConfiguration(options: ExportOptions = {}): Promise<ConfigurationExport> {
    return exportConfiguration(this.#rest, options)
  }

  /**
   * Uploads a configuration. Records that fail are in the report; with `atomic` they throw a
   * `PlinthImportRefusedError`.
   */
  importConfiguration(source: ConfigurationSource, options: ImportOptions = {}): Promise<t.ImportReport> {
    const { url, streamUploads = false } = this.#options
    return importConfiguration({ connection: this.#connection, url, streamUploads }, source, options)
  }

  /**
   * Whether the service can do its work, asked once. That it cannot is an answer; that it does not answer is an error.
   */
  health(options: CallOptions = {}): Promise<t.Readiness> {
    return readinessOf(this.#rest.GET('/health/ready', { fetch: this.#connection.fetchOnce, ...options }))
  }

  /** Resolves if the process answers, asked once. */
  async alive(options: CallOptions = {}): Promise<void> {
    await dataOf(this.#rest.GET('/health/live', { fetch: this.#connection.fetchOnce, ...options }))
  }

  /** The OpenAPI document of the running service, a host's own plugins included. */
  openapi(options: CallOptions = {}): Promise<Record<string, unknown>> {
    const rest = this.#rest as unknown as Client<WithDocument>
    return dataOf(rest.GET('/openapi.json', { ...options }))
  }
}

/** The document describes the interface, and so not itself. */
interface WithDocument {
  readonly '/openapi.json': {
    readonly get: { responses: { 200: { content: { 'application/json': Record<string, unknown> } } } }
  }
}

/** A client of the service at a URL. `Paths` are those of a host's own OpenAPI document, for `rest`. */
export function createClient<Paths extends object = paths>(options: ClientOptions): PlinthClient<Paths> {
  return new PlinthClient<Paths>(options)
}
