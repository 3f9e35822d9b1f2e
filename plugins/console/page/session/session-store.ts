import { type CookieLogin, type CurrentSession, createClient, PlinthApiError, type PlinthClient } from '@plinth/client'
import { LoginConfirmation } from './login-confirmation.js'
import { SERVICE_URL } from './own-service.js'
import { repeatable } from './repeatable.js'
import { readPreferences, STORAGE_KEY, storePreferences } from './stored-preferences.js'

/** A client, however its session is kept. */
export type Client = Pick<PlinthClient, keyof PlinthClient>

/** Why a key is kept in memory: the page came by HTTP, or the service refuses a cookie because of a proxy. */
export type MemoryReason = 'PLAIN_HTTP' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'

/** The state of the session. A key in memory is lost when the page is reloaded. */
export type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none'; readonly hasEnded: boolean }
  /** There may be a session, but the request that asks for it failed. */
  | { readonly kind: 'unreachable'; readonly error: unknown }
  | {
      readonly kind: 'open'
      readonly client: Client
      readonly who: CurrentSession
      /** Why the key is in memory; `undefined` if the session has a cookie. */
      readonly inMemoryBecause: MemoryReason | undefined
    }

/** A name to log in with. */
export type LoginName = { readonly username: string } | { readonly email: string }

/** A login that succeeded, but whose session is not open yet. */
export interface CompletedLogin {
  readonly username: string
  /** The recovery codes of an enrolment at this login, if any. They are kept nowhere else. */
  readonly recoveryCodes: readonly string[] | undefined
  readonly open: () => Promise<void>
}

type Send = (request: Request) => Promise<Response>

/** Where the client keeps the page's part of the key, which differs after each login. */
const PAGE_KEY_NAME = `plinth:${new URL(SERVICE_URL).pathname}`
/** Delays before the first retries of `restore`, so that a session survives a restart of the service. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 16_000]
const MAX_RETRY_DELAY_MS = 32_000

/** The session of this page: logs in and out, and tells subscribers when the session begins, changes or ends. */
export class SessionStore {
  #state: SessionState = { kind: 'unknown' }
  #retry: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<(state: SessionState) => void>()
  readonly confirmation = new LoginConfirmation()

  constructor() {
    addEventListener('storage', ({ key, newValue }) => {
      if (key === STORAGE_KEY && !readPreferences().hasCookie) this.#endCookie()
      if (key !== PAGE_KEY_NAME) return
      if (newValue === null) this.#endCookie()
      else this.#followLogin()
    })
  }

  get state(): SessionState {
    return this.#state
  }

  subscribe(listener: (state: SessionState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Continues the session of the cookie, if there may be one. If the request fails, tries again after the delays. */
  async restore(delaysMs: readonly number[] = RETRY_DELAYS_MS): Promise<void> {
    clearTimeout(this.#retry)
    if (!readPreferences().hasCookie) return this.#set({ kind: 'none', hasEnded: false })
    try {
      const who = await this.#cookieClient({ retries: 0 }).session()
      this.#set({ kind: 'open', client: this.#cookieClient(), who, inMemoryBecause: undefined })
    } catch (error) {
      if (hasErrorCode(error, 'TOKEN_INVALID')) return this.#end()
      if (refusalOfCookie(error)) return this.#set({ kind: 'none', hasEnded: false })
      this.#set({ kind: 'unreachable', error })
      const [delayMs = MAX_RETRY_DELAY_MS, ...later] = delaysMs
      this.#retry = setTimeout(() => void this.restore(later), delayMs)
    }
  }

  /** Logs in. Throws a `PlinthSecondFactorError` if a second step is needed: `completeLogin`. */
  async login(name: LoginName, password: string): Promise<void> {
    const { open } = await this.#begin((client) => client.login({ ...name, password }))
    await open()
  }

  /** Completes a login with a code. The caller shows the recovery codes, if any, and then calls `open`. */
  async completeLogin(loginKey: string, code: string): Promise<CompletedLogin> {
    const { login, open } = await this.#begin((client) => client.completeLogin({ login_key: loginKey, code }))
    return { username: login.username ?? '', recoveryCodes: login.recovery_codes, open }
  }

  /** Begins a session with a cookie where the browser and the service allow one, else with a key in memory. */
  async #begin(logIn: (client: Client) => Promise<CookieLogin>) {
    let inMemoryBecause: MemoryReason = 'PLAIN_HTTP'
    if (isSecureContext) {
      const client = this.#cookieClient()
      try {
        const login = await logIn(client)
        storePreferences({ hasCookie: true })
        return { login, open: () => this.#open(client, undefined) }
      } catch (error) {
        const refusal = refusalOfCookie(error)
        if (!refusal) throw error
        inMemoryBecause = refusal
      }
    }
    const client = createClient({ url: SERVICE_URL, fetch: this.#confirmed(fetch) })
    const login = await logIn(client)
    return { login, open: () => this.#open(client, inMemoryBecause) }
  }

  async #open(client: Client, inMemoryBecause: MemoryReason | undefined): Promise<void> {
    this.#set({ kind: 'open', client, who: await client.session(), inMemoryBecause })
  }

  /** Ends the session. If the service does not confirm it, the session goes on, and the error is thrown. */
  async logout(): Promise<void> {
    if (this.#state.kind !== 'open') return
    const { client, inMemoryBecause } = this.#state
    try {
      await client.logout()
    } catch (error) {
      if (!hasErrorCode(error, 'TOKEN_INVALID')) throw error
    }
    if (!inMemoryBecause) storePreferences({ hasCookie: false })
    this.#set({ kind: 'none', hasEnded: false })
  }

  /**
   * Returns a client of the same session that sends its requests in another way. Without `confirmsLogin`, requests that
   * need a fresh login fail, instead of asking the user to confirm the login.
   */
  clientWith(send: Send, { confirmsLogin = true }: { readonly confirmsLogin?: boolean } = {}): Client {
    if (this.#state.kind !== 'open') throw new Error('No session is open.')
    const { client, inMemoryBecause } = this.#state
    const options = { url: SERVICE_URL, fetch: confirmsLogin ? this.#confirmed(send) : this.#watched(send) }
    if (!inMemoryBecause) return createClient({ ...options, session: 'cookie' }) as unknown as Client
    return createClient({ ...options, ...(client.key !== undefined && { key: client.key }) })
  }

  /** Reads again who the caller is, such as after a change of the password or of the role. */
  async refresh(): Promise<void> {
    if (this.#state.kind !== 'open') return
    const { client } = this.#state
    const who = await client.session()
    if (this.#state.kind === 'open' && this.#state.client === client) this.#set({ ...this.#state, who })
  }

  #cookieClient(options: { readonly retries?: number } = {}) {
    const connection = { url: SERVICE_URL, session: 'cookie', fetch: this.#confirmed(fetch) } as const
    return createClient({ ...connection, ...options }) as unknown as Client
  }

  /** Whether this tab uses the cookie that all tabs share, or would use it because no session is open. */
  get #sharesCookie(): boolean {
    return this.#state.kind !== 'open' || this.#state.inMemoryBecause === undefined
  }

  /** Uses the session of another tab, which has just logged in, perhaps as another user. */
  #followLogin(): void {
    if (!this.#sharesCookie) return
    storePreferences({ hasCookie: true }) // the other tab may not have stored it yet
    void this.restore()
  }

  /** Ends the session of the cookie here, because another tab has logged out or its session has ended. */
  #endCookie(): void {
    clearTimeout(this.#retry)
    if (this.#state.kind !== 'none' && this.#sharesCookie) this.#set({ kind: 'none', hasEnded: true })
  }

  /** Ends the session here, because the service has said that it has ended. */
  #end(): void {
    if (this.#sharesCookie) storePreferences({ hasCookie: false })
    this.#set({ kind: 'none', hasEnded: true })
  }

  #set(state: SessionState): void {
    const isOtherSession = state.kind !== 'open' || this.#state.kind !== 'open' || state.client !== this.#state.client
    this.#state = state
    if (isOtherSession) this.confirmation.answer(false) // requests of the previous session no longer wait
    for (const listener of this.#listeners) listener(state)
  }

  /** Sends requests. If one needs a fresh login, asks the user to confirm the login, and then sends it once more. */
  #confirmed(send: Send): Send {
    const watched = this.#watched(send)
    return async (request) => {
      const create = await repeatable(request)
      const response = await watched(create())
      if (response.status !== 401 || (await codeOf(response.clone())) !== 'FRESH_LOGIN_REQUIRED') return response
      return (await this.confirmation.ask(request.signal)) ? watched(create()) : response
    }
  }

  /** Sends requests, and updates the state if a response says that the session has ended or has fewer rights. */
  #watched(send: Send): Send {
    return async (request) => {
      const response = await send(request)
      if (response.status === 401 || response.status === 403) await this.#inspect(response.clone())
      return response
    }
  }

  async #inspect(response: Response): Promise<void> {
    const code = await codeOf(response)
    if (this.#state.kind !== 'open') return
    if (code === 'TOKEN_INVALID') this.#end()
    const isOutdated = code === 'ROLE_INSUFFICIENT' || code === 'PASSWORD_MUST_BE_CHANGED'
    if (isOutdated) void this.refresh().catch(() => undefined)
  }
}

/** Returns whether an error is one of the service with one of the codes. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): error is PlinthApiError {
  return error instanceof PlinthApiError && codes.includes(error.code)
}

/** Returns why the service does not accept a cookie from this page; `undefined` for other errors. */
function refusalOfCookie(error: unknown): MemoryReason | undefined {
  return hasErrorCode(error, 'COOKIE_NEEDS_HTTPS', 'FOREIGN_ORIGIN') ? (error.code as MemoryReason) : undefined
}

/** Returns the code of an error response, if it has one. */
async function codeOf(response: Response): Promise<string | undefined> {
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  return code
}
