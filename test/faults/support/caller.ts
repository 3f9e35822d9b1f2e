import { TestClient, type TestResponse } from '@plinth/testing'
import { fileOf } from '../../support/configuration.js'
import { type Ledger, outcomeOf } from './ledger.js'

/** The password of all users. */
export const PASSWORD = 'battery staple 7'
const IMPORT = '/settings/import_config'

/** Calls services, and records their responses in the ledger. It never retries a request. */
export class Caller {
  readonly #urls: () => readonly string[]
  readonly #ledger: Ledger
  readonly #sudoKey: () => string
  #calls = 0

  /** `urls` returns the URLs of the replicas, which are called in turn. */
  constructor(ledger: Ledger, urls: () => readonly string[], sudoKey: () => string) {
    this.#ledger = ledger
    this.#urls = urls
    this.#sudoKey = sudoKey
    ledger.secrets.add(PASSWORD)
  }

  async signUp(username: string): Promise<number> {
    const person = { username, role_name: 'guest', email: `${username}@plant.test`, password: PASSWORD }
    this.#ledger.noteUser(username, 'unknown')
    const { status } = await this.#send('POST', '/users/signup', { body: person })
    this.#ledger.noteUser(username, outcomeOf(status))
    return status
  }

  async logIn(username: string): Promise<string | undefined> {
    this.#ledger.unknownLogins += 1
    const response = await this.#send('POST', '/users/login', { body: { username, password: PASSWORD } })
    if (outcomeOf(response.status) !== 'unknown') this.#ledger.unknownLogins -= 1
    if (response.status !== 200) return undefined
    this.#ledger.noteSession(response.body.apiKey, 'valid')
    return response.body.apiKey
  }

  async logOut(key: string): Promise<number> {
    this.#ledger.noteSession(key, 'unknown')
    const { status } = await this.#send('POST', '/users/logout', { key })
    this.#checkKeyWasAccepted('a logout', status)
    if (status === 200) this.#ledger.noteSession(key, 'ended')
    return status
  }

  async issueToken(): Promise<string | undefined> {
    this.#ledger.unknownTokens += 1
    const response = await this.#send('POST', '/users/create_tpt', {
      key: this.#sudoKey(),
      body: { role_name: 'guest' },
    })
    this.#checkKeyWasAccepted('a token', response.status)
    if (outcomeOf(response.status) !== 'unknown') this.#ledger.unknownTokens -= 1
    if (response.status !== 200) return undefined
    this.#ledger.noteToken(response.body.token, 'valid')
    return response.body.token
  }

  async revokeToken(token: string): Promise<number> {
    const { jti } = this.#ledger.tokens.get(token) ?? { jti: '' }
    this.#ledger.noteToken(token, 'unknown')
    const { status } = await this.#send('DELETE', `/tpt/${jti}`, { key: this.#sudoKey() })
    this.#checkKeyWasAccepted('a revocation', status)
    if (status === 200) this.#ledger.noteToken(token, 'ended')
    return status
  }

  /** Imports manufacturers with a segment each: two tables, one of which refers to the other. */
  async importManufacturers(prefix: string, rows: number): Promise<TestResponse> {
    const names = Array.from({ length: rows }, (_, index) => `${prefix}-${index}`)
    const Segment = names.map((manufacturer) => ({ name: 'North', manufacturer }))
    this.#ledger.noteImport(prefix, rows, 'unknown')
    const response = await this.#sendWith(this.#sudoKey(), (client) =>
      client.upload(IMPORT, fileOf({ Manufacturer: names.map((name) => ({ name })), Segment })),
    )
    this.#checkKeyWasAccepted('an import', response.status)
    this.#ledger.noteImport(prefix, rows, outcomeOf(response.status))
    return response
  }

  /** Reads with a valid key; 401 or 403 is a violation. */
  async read(key: string): Promise<number> {
    const { status } = await this.#send('GET', '/roles', { key })
    this.#checkKeyWasAccepted('a read', status)
    return status
  }

  /** Reads with an ended key; success is a violation. */
  async readWithEndedKey(key: string): Promise<void> {
    const { status } = await this.#send('GET', '/roles', { key })
    if (status === 200) this.#ledger.violations.push('an ended key was accepted')
  }

  #checkKeyWasAccepted(what: string, status: number): void {
    if (status === 401 || status === 403) this.#ledger.violations.push(`${what} with a valid key got ${status}`)
  }

  #send(method: string, path: string, { key, body }: { key?: string; body?: object } = {}): Promise<TestResponse> {
    return this.#sendWith(key, (client) => client.send(method, path, { body }))
  }

  async #sendWith(key: string | undefined, send: (client: TestClient) => Promise<TestResponse>): Promise<TestResponse> {
    const urls = this.#urls()
    this.#calls += 1
    const client = new TestClient(urls[this.#calls % urls.length] ?? 'http://127.0.0.1:1')
    const response = await send(key === undefined ? client : client.withKey(key)).catch(() => NO_RESPONSE)
    this.#ledger.count(response.status)
    if (response.status === 500) this.#ledger.violations.push(`500: ${response.text}`)
    if (response.status === 503 && response.headers['retry-after'] === undefined)
      this.#ledger.violations.push(`503 without Retry-After: ${response.text}`)
    return response
  }
}

const NO_RESPONSE: TestResponse = { status: 0, headers: {}, text: '', body: {} }
