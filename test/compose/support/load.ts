import { setTimeout as pause } from 'node:timers/promises'
import { KeepAliveClient, type ReceivedResponse } from './keep-alive-client.js'
import type { LoopbackNetwork } from './loopback-network.js'

export const CLIENTS = 16
/**
 * Number of steps in a round. Three of them hash a password: a login, a signup and a change of a password. Only one
 * client in eight executes those, because otherwise they would queue for longer than a replica may take to stop.
 */
const STEPS_PER_ROUND = 24
const CLIENTS_PER_HASHING_ONE = 8
/** Pause between two calls of a client, so that a starting replica gets CPU time. */
const PAUSE_MS = 40

/** A request without the expected response. */
export interface Failure {
  readonly call: string
  /** The status and code of the response, or the error. */
  readonly response: string
}

/** Everything that the service has acknowledged, as its clients recorded it. */
export interface Ledger {
  readonly tokens: Set<string>
  readonly users: Set<string>
  /** Current passwords by username. */
  readonly passwords: Map<string, string>
  readonly failures: Failure[]
  succeeded: number
}

export interface LoadOptions {
  readonly url: string
  readonly network: LoopbackNetwork
  readonly sudoKey: string
  readonly password: string
}

/** Many clients that read and write continuously until the load ends. */
export class Load {
  readonly ledger: Ledger = { tokens: new Set(), users: new Set(), passwords: new Map(), failures: [], succeeded: 0 }
  readonly #options: LoadOptions
  readonly #clients: KeepAliveClient[]
  #isOver = false
  #work: Promise<unknown> = Promise.resolve()

  constructor(options: LoadOptions) {
    this.#options = options
    this.#clients = Array.from(
      { length: CLIENTS },
      (_, index) => new KeepAliveClient(options.url, options.network.clientAddress(index)),
    )
  }

  /** Creates a user for each client, and starts the calls. Names begin with `prefix`. */
  async begin(prefix: string): Promise<void> {
    const callers = this.#clients.map(
      (client, index) => new Caller(client, `${prefix}-${index}`, this.#options, this.ledger),
    )
    for (const caller of callers) await caller.signUp(caller.name)
    this.#work = Promise.all(callers.map((caller, index) => this.#call(caller, index)))
  }

  /** Stops the clients. Resolves when the requests under way have ended. */
  async end(): Promise<Ledger> {
    this.#isOver = true
    await this.#work
    for (const client of this.#clients) client.close()
    return this.ledger
  }

  async #call(caller: Caller, index: number): Promise<void> {
    const hashes = index % CLIENTS_PER_HASHING_ONE === 0
    for (let step = index; !this.#isOver; step += 1) {
      await caller.step(step, hashes)
      await pause(PAUSE_MS)
    }
  }
}

class Caller {
  readonly name: string
  readonly #client: KeepAliveClient
  readonly #options: LoadOptions
  readonly #ledger: Ledger
  #made = 0

  constructor(client: KeepAliveClient, name: string, options: LoadOptions, ledger: Ledger) {
    this.#client = client
    this.name = name
    this.#options = options
    this.#ledger = ledger
  }

  async step(number: number, hashes: boolean): Promise<void> {
    const stepInRound = number % STEPS_PER_ROUND
    if (hashes && stepInRound === 0) await this.#logInAndOut()
    else if (hashes && stepInRound === STEPS_PER_ROUND / 4) await this.signUp(`${this.name}-${++this.#made}`)
    else if (hashes && stepInRound === STEPS_PER_ROUND / 2) await this.#changePassword()
    else if (stepInRound % 3 === 0) await this.#makeToken()
    else if (stepInRound === 1) await this.#send('PUT', '/settings/logger_period', { logger_period: 10 })
    else await this.#send('GET', ['/roles', '/users/sudo', '/users/?limit=20', '/settings'][stepInRound % 4] ?? '')
  }

  async signUp(username: string): Promise<void> {
    const { password } = this.#options
    const person = { username, role_name: 'operator', email: `${username}@plant.test`, password }
    const response = await this.#send('POST', '/users/signup', person)
    if (!response) return
    this.#ledger.users.add(response.body.username)
    this.#ledger.passwords.set(username, password)
  }

  async #makeToken(): Promise<void> {
    const response = await this.#send('POST', '/users/create_tpt', { role_name: 'operator' })
    if (response) this.#ledger.tokens.add(idOf(response.body.token))
  }

  async #logInAndOut(): Promise<void> {
    const key = await this.#logIn()
    if (!key) return
    await this.#send('GET', `/users/${this.name}`, undefined, key)
    if (!(await this.#send('POST', '/users/logout', undefined, key))) return
    const { status } = await this.#client.send('GET', '/roles', { key }).catch(() => ({ status: 0 }))
    if (status !== 401) this.#fail('GET /roles after logout', String(status))
  }

  async #changePassword(): Promise<void> {
    const key = await this.#logIn()
    if (!key) return
    const before = this.#ledger.passwords.get(this.name)
    const next = `${this.#options.password} ${++this.#made}`
    const change = { target_username: this.name, current_password: before, new_password: next }
    const isChanged =
      (await this.#send('POST', '/users/change_password', change, key)) || (await this.#isAccepted(next))
    if (isChanged) this.#ledger.passwords.set(this.name, next)
  }

  /** Whether the service accepts a password, after a change whose response was lost. */
  async #isAccepted(password: string): Promise<boolean> {
    const person = { username: this.name, password }
    const { status } = await this.#client.send('POST', '/users/login', { body: person })
    return status === 503 ? this.#isAccepted(password) : status === 200
  }

  async #logIn(): Promise<string | undefined> {
    const person = { username: this.name, password: this.#ledger.passwords.get(this.name) }
    return (await this.#send('POST', '/users/login', person))?.body.apiKey
  }

  async #send(
    method: string,
    path: string,
    body?: object,
    key = this.#options.sudoKey,
  ): Promise<ReceivedResponse | undefined> {
    const call = `${method} ${path}`
    try {
      const response = await this.#client.send(method, path, { key, ...(body && { body }) })
      if (response.status === 200) this.#ledger.succeeded += 1
      else this.#fail(call, `${response.status} ${response.body.code}`)
      return response.status === 200 ? response : undefined
    } catch (error) {
      this.#fail(call, String(error))
      return undefined
    }
  }

  #fail(call: string, response: string): void {
    this.#ledger.failures.push({ call, response })
  }
}

/** The `jti` of a token. */
function idOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti
}
