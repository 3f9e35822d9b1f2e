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
  /** There may be a session, but the service could not say so. */
  | { readonly kind: 'unreachable'; readonly error: unknown }
  | {
      readonly kind: 'open'
      readonly client: Client
      readonly who: CurrentSession
      /** `undefined` if a cookie keeps the session. */
      readonly inMemoryBecause: MemoryReason | undefined
    }

/** A name to log in with. */
export type LoginName = { readonly username: string } | { readonly email: string }

/** A login whose session can be opened. */
export interface CompletedLogin {
  readonly username: string
  /** After an enrolment. They are kept nowhere else. */
  readonly recoveryCodes: readonly string[] | undefined
  readonly open: () => Promise<void>
}

type Send = (request: Request) => Promise<Response>

/** Where the client keeps the page's part of the key, which differs after each login. */
const PAGE_KEY_NAME = `plinth:${new URL(SERVICE_URL).pathname}`
/** Delays before the first retries of `restore`, so that a session survives a restart of the service. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 16_000]
const MAX_RETRY_DELAY_MS = 32_000

/** Logs in and out, and notices when the session has ended. */
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

  /** Continues the session of the cookie, if this browser has logged in before. */
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

  /**
   * Completes a login. The caller opens the session by `open` of the result, once it has shown recovery codes, if any.
   */
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
   * Returns a client of the same session that sends its requests in another way. Without `asks` it does not ask the
   * person for a fresh login.
   */
  clientWith(send: Send, { asks = true }: { readonly asks?: boolean } = {}): Client {
    if (this.#state.kind !== 'open') throw new Error('No session is open.')
    const { client, inMemoryBecause } = this.#state
    const options = { url: SERVICE_URL, fetch: asks ? this.#confirmed(send) : this.#watched(send) }
    if (!inMemoryBecause) return createClient({ ...options, session: 'cookie' }) as unknown as Client
    return createClient({ ...options, ...(client.key !== undefined && { key: client.key }) })
  }

  /** Asks again who the caller is, after a password was changed or a role was lowered. */
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

  /** Whether the session of this tab, open or not, is that of the cookie, which all tabs share. */
  get #sharesCookie(): boolean {
    return this.#state.kind !== 'open' || this.#state.inMemoryBecause === undefined
  }

  /** Another tab has logged in, perhaps as another user: from now on this tab acts with that session, too. */
  #followLogin(): void {
    if (!this.#sharesCookie) return
    storePreferences({ hasCookie: true }) // the other tab may not have stored it yet
    void this.restore()
  }

  /** Another tab has logged out, or its session has ended. */
  #endCookie(): void {
    clearTimeout(this.#retry)
    if (this.#state.kind !== 'none' && this.#sharesCookie) this.#set({ kind: 'none', hasEnded: true })
  }

  /** The service has said that the session has ended. */
  #end(): void {
    if (this.#sharesCookie) storePreferences({ hasCookie: false })
    this.#set({ kind: 'none', hasEnded: true })
  }

  #set(state: SessionState): void {
    const isOther = state.kind !== 'open' || this.#state.kind !== 'open' || state.client !== this.#state.client
    this.#state = state
    if (isOther) this.confirmation.answer(false) // requests of the previous session no longer wait
    for (const listener of this.#listeners) listener(state)
  }

  /** Sends requests, and asks for a fresh login where one is needed: then the request is sent once again. */
  #confirmed(send: Send): Send {
    const watched = this.#watched(send)
    return async (request) => {
      const create = await repeatable(request)
      const response = await watched(create())
      if (response.status !== 401 || (await codeOf(response.clone())) !== 'FRESH_LOGIN_REQUIRED') return response
      return (await this.confirmation.ask(request.signal)) ? watched(create()) : response
    }
  }

  /** Sends requests, and notices when a response says that the session has ended or may do less. */
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

/** Returns why the service accepts no cookie from this page; `undefined` for other errors. */
function refusalOfCookie(error: unknown): MemoryReason | undefined {
  return hasErrorCode(error, 'COOKIE_NEEDS_HTTPS', 'FOREIGN_ORIGIN') ? (error.code as MemoryReason) : undefined
}

/** Returns the code of an error response, if it has one. */
async function codeOf(response: Response): Promise<string | undefined> {
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  return code
}
