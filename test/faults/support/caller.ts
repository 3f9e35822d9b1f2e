import { type Answer, TestClient } from '@plinth/testing'
import { fileOf } from '../../support/configuration.js'
import { type Ledger, outcomeOf } from './ledger.js'

/** The password of everybody. */
export const PASSWORD = 'battery staple 7'
const IMPORT = '/settings/import_config'

/** Calls a service and writes down what it says. It never repeats a request. */
export class Caller {
  readonly #urls: () => readonly string[]
  readonly #ledger: Ledger
  readonly #sudoKey: () => string
  #calls = 0

  /** `urls` are those of the replicas, asked in turn. */
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
    const answer = await this.#send('POST', '/users/login', { body: { username, password: PASSWORD } })
    if (outcomeOf(answer.status) !== 'unknown') this.#ledger.unknownLogins -= 1
    if (answer.status !== 200) return undefined
    this.#ledger.noteSession(answer.body.apiKey, 'good')
    return answer.body.apiKey
  }

  async logOut(key: string): Promise<number> {
    this.#ledger.noteSession(key, 'unknown')
    const { status } = await this.#send('POST', '/users/logout', { key })
    this.#refuseToBeUnknown('a logout', status)
    if (status === 200) this.#ledger.noteSession(key, 'dead')
    return status
  }

  async issueToken(): Promise<string | undefined> {
    this.#ledger.unknownTokens += 1
    const answer = await this.#send('POST', '/users/create_tpt', {
      key: this.#sudoKey(),
      body: { role_name: 'guest' },
    })
    this.#refuseToBeUnknown('a token', answer.status)
    if (outcomeOf(answer.status) !== 'unknown') this.#ledger.unknownTokens -= 1
    if (answer.status !== 200) return undefined
    this.#ledger.noteToken(answer.body.token, 'good')
    return answer.body.token
  }

  async revokeToken(token: string): Promise<number> {
    const { jti } = this.#ledger.tokens.get(token) ?? { jti: '' }
    this.#ledger.noteToken(token, 'unknown')
    const { status } = await this.#send('DELETE', `/tpt/${jti}`, { key: this.#sudoKey() })
    this.#refuseToBeUnknown('a revocation', status)
    if (status === 200) this.#ledger.noteToken(token, 'dead')
    return status
  }

  /** Manufacturers with a segment each: two tables, of which one refers to the other. */
  async importMakers(prefix: string, rows: number): Promise<Answer> {
    const names = Array.from({ length: rows }, (_, index) => `${prefix}-${index}`)
    const Segment = names.map((manufacturer) => ({ name: 'North', manufacturer }))
    this.#ledger.noteImport(prefix, rows, 'unknown')
    const answer = await this.#sendWith(this.#sudoKey(), (client) =>
      client.upload(IMPORT, fileOf({ Manufacturer: names.map((name) => ({ name })), Segment })),
    )
    this.#refuseToBeUnknown('an import', answer.status)
    this.#ledger.noteImport(prefix, rows, outcomeOf(answer.status))
    return answer
  }

  /** Reads with a key that is good, which must be neither 401 nor 403 whatever happens. */
  async read(key: string): Promise<number> {
    const { status } = await this.#send('GET', '/roles', { key })
    this.#refuseToBeUnknown('a read', status)
    return status
  }

  /** Reads with a key that is dead, which must never be let in. */
  async readInVain(key: string): Promise<number> {
    const { status } = await this.#send('GET', '/roles', { key })
    if (status === 200) this.#ledger.violations.push('a dead key was let in')
    return status
  }

  #refuseToBeUnknown(what: string, status: number): void {
    if (status === 401 || status === 403) this.#ledger.violations.push(`${what} with a good key was answered ${status}`)
  }

  #send(method: string, path: string, { key, body }: { key?: string; body?: object } = {}): Promise<Answer> {
    return this.#sendWith(key, (client) => client.send(method, path, { body }))
  }

  async #sendWith(key: string | undefined, send: (client: TestClient) => Promise<Answer>): Promise<Answer> {
    const urls = this.#urls()
    this.#calls += 1
    const client = new TestClient(urls[this.#calls % urls.length] ?? 'http://127.0.0.1:1')
    const answer = await send(key === undefined ? client : client.withKey(key)).catch(() => NO_ANSWER)
    this.#ledger.count(answer.status)
    if (answer.status === 500) this.#ledger.violations.push(`500: ${answer.text}`)
    if (answer.status === 503 && answer.headers['retry-after'] === undefined)
      this.#ledger.violations.push(`503 without Retry-After: ${answer.text}`)
    return answer
  }
}

const NO_ANSWER: Answer = { status: 0, headers: {}, text: '', body: {} }
