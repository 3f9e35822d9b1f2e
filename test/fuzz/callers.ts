import { COMMAND } from '@plinth/kernel'
import { TEST_PASSWORD } from '@plinth/testing'
import type { App } from '../support/app.js'
import { CALLERS, type Caller } from './hostile-requests.js'

/** The callers of a run with their keys. */
export class Callers {
  readonly #app: App
  readonly #keys = new Map<Caller, string>()

  static async of(app: App): Promise<Callers> {
    const callers = new Callers(app)
    for (const caller of CALLERS) callers.#set(caller, await callers.#firstKeyOf(caller))
    return callers
  }

  private constructor(app: App) {
    this.#app = app
  }

  keyOf(caller: Caller): string | undefined {
    return this.#keys.get(caller)
  }

  /** Whether a text contains a caller's key. */
  areLeakedIn(text: string): boolean {
    return [...this.#keys.values()].some((key) => text.includes(key))
  }

  /** Logs a user out, or revokes a token. Returns false for callers without a valid key. */
  async end(caller: Caller): Promise<boolean> {
    const key = this.#keys.get(caller)
    if (key === undefined || !holdsKey(caller)) return false
    if (isUser(caller)) await this.#app.withKey(key).post('/users/logout')
    else await this.#revoke(key)
    return true
  }

  /** Logs a user in again, if possible, or issues a new token. */
  async renew(caller: Caller): Promise<void> {
    const role = tokenRoleOf(caller)
    if (role !== undefined) return this.#set(caller, await this.#newToken(role))
    const { status, body } = await this.#app.logIn(caller, TEST_PASSWORD)
    if (status === 200) this.#set(caller, body.apiKey)
  }

  #set(caller: Caller, key: string | undefined): void {
    if (key !== undefined) this.#keys.set(caller, key)
  }

  async #firstKeyOf(caller: Caller): Promise<string | undefined> {
    if (caller === 'anonymous') return undefined
    if (caller === 'a made-up key') return 'A'.repeat(43)
    if (caller === 'a forged token') return forged(await this.#newToken('sudo'))
    const role = tokenRoleOf(caller)
    return role === undefined ? (await this.#app.signIn(caller)).key : this.#newToken(role)
  }

  async #newToken(role: string): Promise<string> {
    return (await this.#app.services.tptService.issue(COMMAND, role)).token
  }

  /** Revokes a token, which an earlier request may have revoked already. */
  async #revoke(token: string): Promise<void> {
    const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    await this.#app.services.tptService.revoke(COMMAND, jti).catch(() => {})
  }
}

/** Whether a caller has a key that was valid at the beginning. */
export function holdsKey(caller: Caller): boolean {
  return isUser(caller) || isToken(caller)
}

/** Whether a caller is a third party with a token. */
export function isToken(caller: Caller): boolean {
  return tokenRoleOf(caller) !== undefined
}

/** Whether a caller is a user. Users are named after their roles. */
export function isUser(caller: Caller): boolean {
  return /^[a-z]+$/.test(caller) && caller !== 'anonymous'
}

function tokenRoleOf(caller: Caller): string | undefined {
  return caller.match(/^token of (\w+)/)?.[1]
}

/** Changes the last letter but one of a token: some bits of the last one are unused, so a change may have no effect. */
function forged(token: string): string {
  const replacement = token.at(-2) === 'A' ? 'B' : 'A'
  return `${token.slice(0, -2)}${replacement}${token.slice(-1)}`
}
