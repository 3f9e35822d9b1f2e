import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { Contract } from './contract.js'

/** What came back. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The parsed body of a JSON answer, else the text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  readonly body: any
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON, a text or bytes as they are. */
  readonly body?: unknown
}

/** A client of one server, with or without a key. Every answer is held against the interface's own document. */
export class TestClient {
  readonly #url: URL
  readonly #contract: Contract | undefined
  readonly #headers: Readonly<Record<string, string>>

  constructor(url: string, contract?: Contract, headers: Readonly<Record<string, string>> = {}) {
    this.#url = new URL(url)
    this.#contract = contract
    this.#headers = headers
  }

  /** The same client with a key. */
  withKey(key: string): TestClient {
    return new TestClient(this.#url.href, this.#contract, { ...this.#headers, 'X-API-KEY': key })
  }

  get = (path: string, options?: RequestOptions) => this.send('GET', path, options)
  post = (path: string, body?: unknown, options?: RequestOptions) => this.send('POST', path, { body, ...options })
  put = (path: string, body?: unknown, options?: RequestOptions) => this.send('PUT', path, { body, ...options })
  patch = (path: string, body?: unknown, options?: RequestOptions) => this.send('PATCH', path, { body, ...options })
  delete = (path: string, options?: RequestOptions) => this.send('DELETE', path, options)

  /** Sends a file as the part `file` of a form. */
  upload(
    path: string,
    file: string | Buffer,
    { part = 'file', filename = 'configuration.json' } = {},
  ): Promise<Answer> {
    const boundary = 'plinth-test-boundary'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${filename}"\r\nContent-Type: application/json\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from(`\r\n--${boundary}--\r\n`)])
    return this.send('POST', path, { body, headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` } })
  }

  async send(method: string, path: string, { body, headers = {} }: RequestOptions = {}): Promise<Answer> {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    const bytes = body === undefined ? undefined : isRaw ? body : JSON.stringify(body)
    const type: Record<string, string> = bytes === undefined || isRaw ? {} : { 'Content-Type': 'application/json' }
    const answer = await this.#exchange(method, path, { ...type, ...this.#headers, ...headers }, bytes)
    this.#contract?.check(method, path, answer)
    return answer
  }

  async #exchange(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<Answer> {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const { response, text } = await new Promise<{ response: IncomingMessage; text: string }>((resolve, reject) => {
      const options = {
        method,
        headers: { ...length, ...headers },
        host: this.#url.hostname,
        port: this.#url.port,
        agent: false,
      }
      const call = request({ ...options, path: `${this.#url.pathname.replace(/\/$/, '')}${path}` }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => resolve({ response, text: Buffer.concat(chunks).toString() }))
      })
      call.on('error', reject)
      call.end(body)
    })
    const { statusCode: status = 0, headers: answered } = response
    const isJson = answered['content-type']?.startsWith('application/json') ?? false
    return { status, headers: answered, text, body: isJson ? JSON.parse(text) : text }
  }
}
