import createRestClient, { type Client } from 'openapi-fetch'
import { checkedUrl } from './checked-url.js'
import type { ConfigurationSource } from './configuration-upload.js'
import { Connection, isKey, SESSION_HEADER } from './connection.js'
import { dataOf, hasType, type Outcome, requireConfirmation, requireJson, validDataOf } from './data-of.js'
import { PlinthApiError } from './errors.js'
import { type ConfigurationExport, type ExportOptions, exportConfiguration } from './export-configuration.js'
import type { paths } from './generated/schema.js'
import { type ImportOptions, importConfiguration } from './import-configuration.js'
import { isNode } from './is-node.js'
import type { CallOptions, ClientOptions } from './options.js'
import { isObject } from './problem.js'
import { readinessOf } from './readiness.js'
import { type RecordPage, type RecordsOptions, recordPage } from './record-page.js'
import { rejectRemovedSegments } from './reject-removed-segments.js'
import { type UploadTarget, uploadTarget } from './send-configuration.js'
import { type LogEvent, type TailOptions, tailLog } from './tail-log.js'
import type * as t from './types.js'
import { type PageOptions, pageOf } from './user-page.js'

/** The operations that begin a session. Both have the same response. */
type LoginPath = '/users/login' | '/users/complete_login'

/** Sends cookies only to the same origin, and follows no redirect, whose target would get the key. */
const REQUEST_INIT = { redirect: 'manual', credentials: 'same-origin' } as const

/**
 * A client for one service. Each method calls one operation of the REST API, uses the API's field names, and throws a
 * `PlinthApiError` (the service returned an error), a `PlinthNetworkError` (no complete response), a
 * `PlinthUnexpectedResponseError` (the response is not from Plinth), or the signal's reason.
 */
export class PlinthClient<Paths extends object = paths, LoginResult extends t.CookieLogin = t.Login> {
  /**
   * The underlying openapi-fetch client, for operations without a method, such as the routes of a host's own plugins.
   * Shares this client's key, retries and network errors; resolves to `{ data }` or `{ error }`, which `dataOf`
   * unwraps.
   */
  readonly rest: Client<Paths>
  readonly #rest: Client<paths>
  readonly #connection: Connection
  readonly #options: ClientOptions

  /** Throws a `TypeError` for an invalid URL or key, and for a key together with `session`. */
  constructor(options: ClientOptions) {
    const url = checkedUrl(options.url)
    this.#options = { streamUploads: isNode(), ...options, url }
    this.#connection = new Connection(options)
    this.#rest = createRestClient<paths>({ baseUrl: url, fetch: this.#connection.fetch, ...REQUEST_INIT })
    this.#rest.use(rejectRemovedSegments, requireJson)
    this.rest = this.#rest as unknown as Client<Paths>
  }

  /** The key sent with calls, from `login` or the options. `undefined` with a session cookie. */
  get key(): string | undefined {
    return this.#connection.key
  }

  /** Uses another key, or none. Throws a `TypeError` for an invalid one. */
  set key(key: string | undefined) {
    this.#connection.key = key
  }

  /** Returns a client for the same service with another key, or with none, and without a session cookie. */
  withKey(key: string | undefined): PlinthClient<Paths> {
    const { key: _, session: __, ...options } = this.#options
    return new PlinthClient<Paths>({ ...options, ...(key !== undefined && { key }) })
  }

  /**
   * Logs in and uses the new key, or the session cookie, for later calls. If the login throws `LOGIN_FAILED` or a
   * `PlinthSecondFactorError`, the previous key or cookie stays in use.
   */
  login(credentials: t.Credentials, options?: CallOptions): Promise<LoginResult> {
    return this.#beginSession('/users/login', credentials, options)
  }

  /**
   * Completes a login that threw a `PlinthSecondFactorError`: with its `loginKey` and a code of the factor. Throws
   * `LOGIN_EXPIRED`, `SECOND_FACTOR_WRONG`.
   */
  completeLogin(completion: t.LoginCompletion, options?: CallOptions): Promise<LoginResult> {
    return this.#beginSession('/users/complete_login', completion, options)
  }

  async #beginSession(path: LoginPath, body: object, options?: CallOptions): Promise<LoginResult> {
    const { session } = this.#options
    const byCookie = { body: { ...body, session: 'cookie' }, headers: { [SESSION_HEADER]: 'cookie' } }
    const request = { ...(session ? byCookie : { body }), ...options }
    const call = this.#rest.POST(path as '/users/login', request as { body: t.Credentials })
    const field = session ? 'page_key' : 'apiKey'
    const isValid = ({ data }: { data?: unknown }) => isObject(data) && isKey(data[field])
    const { page_key: pageKey = '', ...login } = await validDataOf(call, isValid, `it contains no ${field}`)
    if (!session) this.#connection.key = login.apiKey
    else if (this.#connection.pageKey) this.#connection.pageKey.value = pageKey
    return login as t.CookieLogin as LoginResult
  }

  /**
   * Ends the session of the key or the cookie, and discards the key. Throws `TOKEN_INVALID` if the key was already
   * invalid, and discards it too.
   */
  async logout(options: CallOptions = {}): Promise<void> {
    const { key, pageKey } = this.#connection
    const part = pageKey?.value
    const discardKey = () => {
      if (this.#connection.key === key) this.#connection.key = undefined
      if (pageKey && pageKey.value === part) pageKey.value = undefined
    }
    await dataOf(this.#rest.POST('/users/logout', { ...options })).then(discardKey, (error: unknown) => {
      if (error instanceof PlinthApiError && error.code === 'TOKEN_INVALID') discardKey()
      throw error
    })
  }

  /** Returns who the caller is, what identifies them, when that expires, and what they must do first. */
  session(options: CallOptions = {}): Promise<t.CurrentSession> {
    return dataOf(this.#rest.GET('/session', { ...options }))
  }

  /**
   * Returns all users in the order of creation or, with options, one page of those that meet the filters. `count` adds
   * the number of users on all pages. Throws `TOO_MANY_SEARCHES`.
   */
  users(options: PageOptions & { readonly count: true }): Promise<t.CountedUserPage>
  users(options?: PageOptions): Promise<t.UserPage>
  users(options: PageOptions = {}): Promise<t.UserPage> {
    return pageOf(this.#rest, options)
  }

  /** Returns one user. Throws `USER_NOT_FOUND`. */
  user(username: string, options?: CallOptions): Promise<t.User> {
    return dataOf(this.#rest.GET('/users/{username}', { params: { path: { username } }, ...options }))
  }

  /**
   * Updates all of the given fields of a user, or none. The role rules apply; every user may change their own names and
   * e-mail address. `disabled` ends all sessions. Retried after 503, because the operation is idempotent.
   */
  changeUser(username: string, body: t.UserChanges, options?: CallOptions): Promise<t.User> {
    const init = { params: { path: { username } }, body, fetch: this.#connection.fetchIdempotent, ...options }
    return dataOf(this.#rest.PATCH('/users/{username}', init))
  }

  /** Deletes a user and all its sessions. The role rules apply. Throws `USER_NOT_FOUND`, `LAST_SUDO`, `USER_IN_USE`. */
  async deleteUser(username: string, options?: CallOptions): Promise<void> {
    await dataOf(this.#rest.DELETE('/users/{username}', { params: { path: { username } }, ...options }))
  }

  /** Returns whether a user can log in, and why not. Throws `USER_NOT_FOUND`, `ACCESS_NOT_YOURS`. */
  userAccess(username: string, options?: CallOptions): Promise<t.UserAccess> {
    return dataOf(this.#rest.GET('/users/{username}/access', { params: { path: { username } }, ...options }))
  }

  /** Lifts the temporary lock of an account. Throws `FRESH_LOGIN_REQUIRED`, `USER_NOT_FOUND`, `ACCESS_NOT_YOURS`. */
  async unlockUser(username: string, options?: CallOptions): Promise<void> {
    await dataOf(this.#rest.DELETE('/users/{username}/lock', { params: { path: { username } }, ...options }))
  }

  /** Returns a user's open sessions, newest first. For another user's sessions the role rules apply. */
  sessions(username: string, options?: CallOptions): Promise<t.Session[]> {
    return dataOf(this.#rest.GET('/users/{username}/sessions', { params: { path: { username } }, ...options }))
  }

  /** Ends one session of a user, by its id from `sessions`. Throws `SESSION_NOT_FOUND`. */
  async endSession(username: string, id: string, options?: CallOptions): Promise<void> {
    const init = { params: { path: { username, id } }, ...options }
    await dataOf(this.#rest.DELETE('/users/{username}/sessions/{id}', init))
  }

  /** Ends all sessions of a user, including the current one if the user is the caller; returns their number. */
  async endSessions(username: string, options?: CallOptions): Promise<number> {
    const call = this.#rest.DELETE('/users/{username}/sessions', { params: { path: { username } }, ...options })
    return (
      await validDataOf(
        call,
        ({ data }) => isObject(data) && Number.isInteger(data.ended),
        'it does not contain the number of ended sessions',
      )
    ).ended
  }

  /** Creates a user. No key is needed for an open role. */
  signUp(body: t.SignUp, options?: CallOptions): Promise<t.SignedUpUser> {
    return dataOf(this.#rest.POST('/users/signup', { body, ...options }))
  }

  /** Changes the caller's password, or another user's if the role rules allow. Ends the user's other sessions. */
  async changePassword(body: t.PasswordChange, options?: CallOptions): Promise<void> {
    await dataOf(this.#rest.POST('/users/change_password', { body, ...options }))
  }

  /** Replaces a forgotten password. The role rules apply. Ends the user's other sessions. */
  async resetPassword(body: t.PasswordReset, options?: CallOptions): Promise<void> {
    await dataOf(this.#rest.POST('/users/reset_password', { body, ...options }))
  }

  /** Creates a third-party token. Requires a sudo user. */
  createToken(body: t.CreateTokenRequest, options?: CallOptions): Promise<t.CreatedToken> {
    return dataOf(this.#rest.POST('/users/create_tpt', { body, ...options }))
  }

  /**
   * Returns the metadata of all third-party tokens in the order of creation, without the tokens themselves. With a
   * query, returns one page, newest first.
   */
  tokens(query?: t.TokenQuery, options?: CallOptions): Promise<t.Token[]> {
    return dataOf(this.#rest.GET('/tpt', { params: { query }, ...options }))
  }

  /** Returns security events, newest first; `limit` defaults to 100. Requires a key of level 0 or 1. */
  securityEvents(query: t.SecurityEventQuery = {}, options?: CallOptions): Promise<t.SecurityEvent[]> {
    return dataOf(this.#rest.GET('/audit', { params: { query }, ...options }))
  }

  /** Downloads all security events that match the filters, newest first, as lines of JSON. */
  async exportSecurityEvents(
    query: t.SecurityEventFilters = {},
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>> {
    const call = this.#rest.GET('/audit/export', { params: { query }, parseAs: 'stream', ...options })
    const isValid = ({ data, response }: Outcome) => data !== null && hasType(response, 'application/x-ndjson')
    return (await validDataOf(call, isValid, 'it is not a list of events')) as unknown as ReadableStream<Uint8Array>
  }

  /** Verifies that no security event was changed or removed. Throws `VERIFICATION_RUNNING`, `VERIFICATION_TOO_LONG`. */
  verifyAudit(options: CallOptions = {}): Promise<t.AuditVerification> {
    return dataOf(this.#rest.POST('/audit/verify', { ...options }))
  }

  /** Revokes a third-party token by its id. Throws `TOKEN_NOT_FOUND`. */
  async revokeToken(id: string, options?: CallOptions): Promise<void> {
    await dataOf(this.#rest.DELETE('/tpt/{id}', { params: { path: { id } }, ...options }))
  }

  /** Returns all roles, most privileged first. */
  roles(options: CallOptions = {}): Promise<t.RoleInfo[]> {
    return dataOf(this.#rest.GET('/roles', { ...options }))
  }

  /** Creates a role. Requires a sudo user. Throws `FRESH_LOGIN_REQUIRED`, `ROLE_EXISTS`. */
  addRole(body: t.NewRole, options?: CallOptions): Promise<t.RoleInfo> {
    return dataOf(this.#rest.POST('/roles', { body, ...options }))
  }

  /**
   * Changes the level of a role, at once for all its users and tokens. Requires a sudo user. Throws
   * `FRESH_LOGIN_REQUIRED`, `ROLE_RESERVED`. Retried after 503, because the operation is idempotent.
   */
  changeRole(name: string, body: t.RoleChange, options?: CallOptions): Promise<t.RoleInfo> {
    const init = { params: { path: { name } }, body, fetch: this.#connection.fetchIdempotent, ...options }
    return dataOf(this.#rest.PATCH('/roles/{name}', init))
  }

  /**
   * Deletes a role that nothing uses. Requires a sudo user. Throws `FRESH_LOGIN_REQUIRED`, `ROLE_IN_USE`,
   * `ROLE_RESERVED`.
   */
  async deleteRole(name: string, options?: CallOptions): Promise<void> {
    await dataOf(this.#rest.DELETE('/roles/{name}', { params: { path: { name } }, ...options }))
  }

  /** Returns the current logging settings. */
  settings(options: CallOptions = {}): Promise<t.Settings> {
    return dataOf(this.#rest.GET('/settings', { ...options }))
  }

  /** Updates all of the given logging settings, or none. Throws `SETTINGS_REFUSED`. */
  async updateSettings(body: t.SettingsChange, options?: CallOptions): Promise<void> {
    await requireConfirmation(this.#rest.PUT('/settings/update', { body, parseAs: 'text', ...options }))
  }

  /** Sets the interval in seconds, at least 1, at which the log is flushed. Throws `SETTINGS_REFUSED`. */
  async setLoggerPeriod(seconds: number, options?: CallOptions): Promise<void> {
    const body = { logger_period: seconds }
    await requireConfirmation(this.#rest.PUT('/settings/logger_period', { body, parseAs: 'text', ...options }))
  }

  /** Returns where the value of each logging setting comes from. */
  settingsSources(options: CallOptions = {}): Promise<t.SettingSource[]> {
    return dataOf(this.#rest.GET('/settings/sources', { ...options }))
  }

  /** Sets the log level to debug for 1 to 120 minutes. Returns the time at which the debug level ends by itself. */
  async startDebug(minutes: number, options?: CallOptions): Promise<Date> {
    const call = this.#rest.PUT('/settings/debug', { body: { minutes }, ...options })
    const isValid = ({ data }: Outcome) => isObject(data) && !Number.isNaN(Date.parse(String(data.until)))
    return new Date((await validDataOf(call, isValid, 'it does not contain the end')).until)
  }

  /** Ends the debug level at once. */
  async stopDebug(options: CallOptions = {}): Promise<void> {
    await dataOf(this.#rest.DELETE('/settings/debug', { ...options }))
  }

  /**
   * Follows the log of one replica: its last lines, and then each line when it is written. Ends without an error when
   * the service ends the response, for example because the key has expired. Throws `TOO_MANY_TAILS`.
   *
   * @example
   * for await (const event of client.tailLog({ level: 30 })) show(event)
   */
  tailLog(options: TailOptions = {}): AsyncIterableIterator<LogEvent> {
    return tailLog(this.#rest, options)
  }

  /** Returns the tables that can be read, with their fields and numbers of records. */
  configurationTables(options: CallOptions = {}): Promise<t.ReadableTable[]> {
    return dataOf(this.#rest.GET('/settings/tables', { ...options }))
  }

  /** Returns one page of the records of a table, as an export writes them. Throws `TABLE_NOT_FOUND`. */
  configurationRecords(table: string, options: RecordsOptions = {}): Promise<RecordPage> {
    return recordPage(this.#rest, table, options)
  }

  /** Downloads the whole configuration. If the stream ends without an error, the document is complete. */
  exportConfiguration(options: ExportOptions = {}): Promise<ConfigurationExport> {
    return exportConfiguration(this.#rest, options)
  }

  /**
   * Uploads a configuration. The report lists the records that failed; with `atomic` they cause a
   * `PlinthImportRefusedError`, which contains the report.
   */
  importConfiguration(source: ConfigurationSource, options: ImportOptions = {}): Promise<t.ImportReport> {
    return importConfiguration(this[uploadTarget], source, options)
  }

  /** Returns the state of the service: versions, health, figures of requests, and what needs attention. */
  overview(options: CallOptions = {}): Promise<t.Overview> {
    return dataOf(this.#rest.GET('/overview', { ...options }))
  }

  /**
   * Returns the readiness of the service, without retries. Resolves even if the service is not ready; rejects if it
   * does not respond.
   */
  health(options: CallOptions = {}): Promise<t.Readiness> {
    return readinessOf(this.#rest.GET('/health/ready', { fetch: this.#connection.fetchOnce, ...options }))
  }

  /** Resolves if the process responds, without retries. */
  async alive(options: CallOptions = {}): Promise<void> {
    await dataOf(this.#rest.GET('/health/live', { fetch: this.#connection.fetchOnce, ...options }))
  }

  /** Returns the OpenAPI document of the running service, including a host's own plugins. */
  openapi(options: CallOptions = {}): Promise<Record<string, unknown>> {
    const rest = this.#rest as unknown as Client<DocumentPath>
    return dataOf(rest.GET('/openapi.json', { ...options }))
  }

  /**
   * Where this client uploads files, for the other classes of this package.
   *
   * @hidden
   */
  get [uploadTarget](): UploadTarget {
    const { url, streamUploads = false } = this.#options
    return { connection: this.#connection, url, streamUploads }
  }
}

/** The path of the OpenAPI document, which the document itself does not include. */
interface DocumentPath {
  readonly '/openapi.json': {
    readonly get: { responses: { 200: { content: { 'application/json': Record<string, unknown> } } } }
  }
}

/** Creates a client that uses a session cookie, for a page of the service's own origin. */
export function createClient<Paths extends object = paths>(
  options: ClientOptions & { readonly session: 'cookie' },
): PlinthClient<Paths, t.CookieLogin>
/** Creates a client for the service at a URL. `Paths` types `rest` for a host's own OpenAPI document. */
export function createClient<Paths extends object = paths>(options: ClientOptions): PlinthClient<Paths>
export function createClient<Paths extends object = paths>(options: ClientOptions): PlinthClient<Paths> {
  return new PlinthClient<Paths>(options)
}
