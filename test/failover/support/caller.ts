import { TestClient, type TestResponse } from '@plinth/testing'
import type { Ledger } from '../../faults/support/ledger.js'
import { kindOf, type OutcomeKind } from './outcome.js'
import type { Records, Write } from './records.js'

/** The password of all users until they change it. */
export const FIRST_PASSWORD = 'battery staple 7'
/** The password of a user who has changed it. */
export const SECOND_PASSWORD = 'battery staple 8'
const WRONG_PASSWORD = 'battery staple 9'

interface Call {
  readonly key?: string
  readonly body?: object
  /** Status of the response if the database is available; 200 by default. */
  readonly expected?: number
}

interface CallResponse {
  readonly isExpected: boolean
  readonly body: TestResponse['body']
}

/** Sends requests to one URL, and records them with their outcomes. It never retries a request. */
export class Caller {
  readonly #client: TestClient
  readonly #records: Records
  readonly #sudoKey: () => string

  constructor(url: string, records: Records, sudoKey: () => string) {
    this.#client = new TestClient(url)
    this.#records = records
    this.#sudoKey = sudoKey
    records.ledger.secrets.add(FIRST_PASSWORD).add(SECOND_PASSWORD).add(WRONG_PASSWORD)
  }

  async signUp(username: string): Promise<boolean> {
    const person = { username, role_name: 'guest', email: `${username}@plant.test`, password: FIRST_PASSWORD }
    const write = this.#records.beginWrite('signup', username)
    this.#ledger.noteUser(username, 'unknown')
    await this.#write(write, '/users/signup', { body: person })
    if (write.isAcknowledged) this.#ledger.noteUser(username, 'acknowledged')
    return write.isAcknowledged
  }

  /** Logs in with the password of the last acknowledged change. */
  async logIn(username: string): Promise<string | undefined> {
    const password = this.#records.passwordChangeOf(username)?.isAcknowledged ? SECOND_PASSWORD : FIRST_PASSWORD
    const write = this.#records.beginWrite('login', username)
    this.#ledger.unknownLogins += 1
    const { body } = await this.#write(write, '/users/login', { body: { username, password } })
    if (!write.isAcknowledged) return undefined
    this.#ledger.unknownLogins -= 1
    this.#ledger.noteSession(body.apiKey, 'valid')
    return body.apiKey
  }

  /** Tries a password that the user never had. */
  async logInWrongly(username: string): Promise<void> {
    await this.#send('POST', '/users/login', { body: { username, password: WRONG_PASSWORD }, expected: 403 })
  }

  /** Tries the password that the user had before an acknowledged change. */
  async logInWithPreviousPassword(username: string): Promise<void> {
    await this.#send('POST', '/users/login', { body: { username, password: FIRST_PASSWORD }, expected: 403 })
  }

  /** Whether a password is valid. Throws if the response does not say so. */
  async isPassword(username: string, password: string): Promise<boolean> {
    const { status, body } = await this.#client.post('/users/login', { username, password })
    if (status !== 200 && status !== 403) throw new Error(`a login got ${status} ${body.code}`)
    if (status === 403) return false
    this.#records.beginWrite('login', username).isAcknowledged = true
    this.#ledger.noteSession(body.apiKey, 'valid')
    return true
  }

  async changePassword(username: string, key: string): Promise<boolean> {
    const change = { target_username: username, current_password: FIRST_PASSWORD, new_password: SECOND_PASSWORD }
    const write = this.#records.beginWrite('password-changed', username)
    await this.#write(write, '/users/change_password', { key, body: change })
    return write.isAcknowledged
  }

  async logOut(username: string, key: string): Promise<boolean> {
    const write = this.#records.beginWrite('logout', username)
    this.#ledger.noteSession(key, 'unknown')
    await this.#write(write, '/users/logout', { key })
    if (write.isAcknowledged) this.#ledger.noteSession(key, 'ended')
    return write.isAcknowledged
  }

  async issueToken(): Promise<string | undefined> {
    this.#ledger.unknownTokens += 1
    const response = await this.#send('POST', '/users/create_tpt', {
      key: this.#sudoKey(),
      body: { role_name: 'guest' },
    })
    if (!response.isExpected) return undefined
    this.#ledger.unknownTokens -= 1
    this.#ledger.noteToken(response.body.token, 'valid')
    return response.body.token
  }

  /** Reads with the key of a session or token that is valid. */
  async read(key: string): Promise<boolean> {
    return (await this.#send('GET', '/roles', { key })).isExpected
  }

  /** Reads with the key of a session whose end was acknowledged. */
  async readWithEndedKey(key: string): Promise<void> {
    await this.#send('GET', '/roles', { key, expected: 401 })
  }

  async askHealth(which: 'live' | 'ready'): Promise<void> {
    await this.#send('GET', `/health/${which}`)
  }

  get #ledger(): Ledger {
    return this.#records.ledger
  }

  async #write(write: Write, path: string, call: Call): Promise<CallResponse> {
    const response = await this.#send('POST', path, call)
    write.isAcknowledged = response.isExpected
    return response
  }

  async #send(method: string, path: string, { key, body, expected = 200 }: Call = {}): Promise<CallResponse> {
    const client = key === undefined ? this.#client : this.#client.withKey(key)
    const sentAt = performance.now()
    const note = (kind: OutcomeKind, response: string) => {
      this.#records.outcomes.push({
        call: `${method} ${path}`,
        sentAt,
        endedAt: performance.now(),
        kind,
        response,
      })
      return kind === 'expected'
    }
    try {
      const response = await client.send(method, path, { body })
      const summary = `${response.status} ${response.body.code ?? ''} ${response.headers['x-request-id']}`
      return { isExpected: note(kindOf(response, expected), summary), body: response.body }
    } catch (error) {
      return { isExpected: note('unknown', String(error)), body: {} }
    }
  }
}
