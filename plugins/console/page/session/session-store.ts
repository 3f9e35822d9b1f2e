import { type CurrentSession, createClient, PlinthApiError, type PlinthClient } from '@plinth/client'
import { SERVICE_URL } from './own-service.js'
import { readPreferences, STORAGE_KEY, storePreferences } from './stored-preferences.js'

/** A client, however its session is kept. */
export type Client = Pick<PlinthClient, keyof PlinthClient>

/** The state of the session. A key in memory is lost when the page is reloaded. */
export type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none'; readonly hasEnded: boolean }
  | {
      readonly kind: 'open'
      readonly client: Client
      readonly who: CurrentSession
      readonly keptIn: 'cookie' | 'memory'
    }

/** Logs in and out, and notices when the session has ended. */
export class SessionStore {
  #state: SessionState = { kind: 'unknown' }
  readonly #listeners = new Set<(state: SessionState) => void>()

  constructor() {
    addEventListener('storage', ({ key }) => {
      if (key === STORAGE_KEY && !readPreferences().hasCookie) this.#endCookie()
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
  async restore(): Promise<void> {
    if (!readPreferences().hasCookie) return this.#set({ kind: 'none', hasEnded: false })
    const client = this.#cookieClient()
    try {
      this.#set({ kind: 'open', client, who: await client.session(), keptIn: 'cookie' })
    } catch {
      storePreferences({ hasCookie: false })
      this.#set({ kind: 'none', hasEnded: true })
    }
  }

  /** Logs in by username or e-mail address: with a cookie where the browser may keep one, else with a key in memory. */
  async login(name: string, password: string): Promise<void> {
    const credentials = name.includes('@') ? { email: name, password } : { username: name, password }
    if (isSecureContext) {
      const client = this.#cookieClient()
      try {
        await client.login(credentials)
        storePreferences({ hasCookie: true })
        return this.#set({ kind: 'open', client, who: await client.session(), keptIn: 'cookie' })
      } catch (error) {
        if (!(error instanceof PlinthApiError) || error.code !== 'COOKIE_NEEDS_HTTPS') throw error
      }
    }
    const client = createClient({ url: SERVICE_URL, fetch: this.#fetch })
    await client.login(credentials)
    this.#set({ kind: 'open', client, who: await client.session(), keptIn: 'memory' })
  }

  async logout(): Promise<void> {
    if (this.#state.kind !== 'open') return
    const { client } = this.#state
    storePreferences({ hasCookie: false })
    try {
      await client.logout()
    } catch (error) {
      if (!(error instanceof PlinthApiError) || error.code !== 'TOKEN_INVALID') throw error
    }
    this.#set({ kind: 'none', hasEnded: false })
  }

  /** Returns a client of the same session that sends its requests in another way. */
  clientWith(send: (request: Request) => Promise<Response>): Client {
    if (this.#state.kind !== 'open') throw new Error('No session is open.')
    const { client, keptIn } = this.#state
    if (keptIn === 'cookie') {
      return createClient({ url: SERVICE_URL, session: 'cookie', fetch: send }) as unknown as Client
    }
    return createClient({ url: SERVICE_URL, fetch: send, ...(client.key !== undefined && { key: client.key }) })
  }

  /** Asks again who the caller is, after a password was changed or a role was lowered. */
  async refresh(): Promise<void> {
    if (this.#state.kind !== 'open') return
    const who = await this.#state.client.session()
    if (this.#state.kind === 'open') this.#set({ ...this.#state, who })
  }

  #cookieClient() {
    return createClient({ url: SERVICE_URL, session: 'cookie', fetch: this.#fetch }) as unknown as Client
  }

  #endCookie(): void {
    if (this.#state.kind === 'open' && this.#state.keptIn === 'cookie') this.#set({ kind: 'none', hasEnded: true })
  }

  #set(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener(state)
  }

  readonly #fetch = async (request: Request): Promise<Response> => {
    const response = await fetch(request)
    if (response.status === 401 || response.status === 403) await this.#inspect(response.clone())
    return response
  }

  async #inspect(response: Response): Promise<void> {
    const { code } = (await response.json().catch(() => ({}))) as { code?: string }
    if (this.#state.kind !== 'open') return
    if (code === 'TOKEN_INVALID') {
      storePreferences({ hasCookie: false })
      this.#set({ kind: 'none', hasEnded: true })
    }
    const isOutdated = code === 'ROLE_INSUFFICIENT' || code === 'PASSWORD_MUST_BE_CHANGED'
    if (isOutdated) void this.refresh().catch(() => undefined)
  }
}
