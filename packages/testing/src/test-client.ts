import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

/** A response. */
export interface TestResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The parsed body of a JSON response, else the text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what they expect
  readonly body: any
}

/** Checks responses against an OpenAPI document. */
export interface Contract {
  /** Throws an `AssertionError` if the document does not allow the response for the call. */
  check(method: string, path: string, response: Pick<TestResponse, 'status' | 'headers' | 'body'>): void
}

/** Options of a request in addition to method and path. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON, a string or buffer unchanged. */
  readonly body?: unknown
}

/** Time in ms that the server, in the same process, has to report the error behind an aborted response. */
const FAULT_DELAY_MS = 100

const KEY_HEADER = 'X-API-KEY'
/** The operation whose response has a new key for the caller. */
const CONFIRM_PATH = '/users/confirm'

/** What a client checks responses against. */
export interface Expectations {
  /** The contract of the REST API's own OpenAPI document. */
  readonly contract?: Contract
  /** Unexpected errors of the server by request id; the error behind a response is thrown. */
  readonly faults?: ReadonlyMap<string, unknown>
  /** Another check of each response. Throws if it fails. `call` is a text such as `GET /roles → 200`. */
  readonly check?: (call: string, path: string, response: TestResponse) => void
}

/** A client for one server, with or without a key. Throws if a response does not meet the expectations. */
export class TestClient {
  readonly #url: URL
  readonly #expectations: Expectations
  #headers: Readonly<Record<string, string>>

  constructor(url: string, expectations: Expectations = {}, headers: Readonly<Record<string, string>> = {}) {
    this.#url = new URL(url)
    this.#expectations = expectations
    this.#headers = headers
  }

  /** Returns a client for the same server with a key. */
  withKey(key: string): TestClient {
    return new TestClient(this.#url.href, this.#expectations, { ...this.#headers, [KEY_HEADER]: key })
  }

  /** The key sent with requests, if there is one. A confirmed login replaces it. */
  get key(): string | undefined {
    return this.#headers[KEY_HEADER]
  }

  /** Like `send`. */
  get = (path: string, options?: RequestOptions) => this.send('GET', path, options)
  /** Like `send`, with a body. */
  post = (path: string, body?: unknown, options?: RequestOptions) => this.send('POST', path, { body, ...options })
  /** Like `send`, with a body. */
  put = (path: string, body?: unknown, options?: RequestOptions) => this.send('PUT', path, { body, ...options })
  /** Like `send`, with a body. */
  patch = (path: string, body?: unknown, options?: RequestOptions) => this.send('PATCH', path, { body, ...options })
  /** Like `send`. */
  delete = (path: string, options?: RequestOptions) => this.send('DELETE', path, options)

  /** Sends a file as the part `file` of a form. */
  upload(
    path: string,
    file: string | Buffer,
    { part = 'file', filename = 'configuration.json' } = {},
  ): Promise<TestResponse> {
    const boundary = 'plinth-test-boundary'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${filename}"\r\nContent-Type: application/json\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from(`\r\n--${boundary}--\r\n`)])
    return this.send('POST', path, { body, headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` } })
  }

  /**
   * Sends a request to a path below the base path, on a new connection. Resolves for any status. Throws if there is no
   * response, if it violates the OpenAPI document, or if the server reported an unexpected error for it.
   */
  async send(method: string, path: string, { body, headers = {} }: RequestOptions = {}): Promise<TestResponse> {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    const bytes = body === undefined ? undefined : isRaw ? body : JSON.stringify(body)
    const type: Record<string, string> = bytes === undefined || isRaw ? {} : { 'Content-Type': 'application/json' }
    const response = await this.#exchange(method, path, { ...type, ...this.#headers, ...headers }, bytes)
    const call = `${method} ${path} → ${response.status}`
    this.#throwFault(call, response)
    this.#expectations.check?.(call, path, response)
    // A HEAD response has no body to check
    if (method !== 'HEAD') this.#expectations.contract?.check(method, path, response)
    if (path === CONFIRM_PATH && response.body.apiKey)
      this.#headers = { ...this.#headers, [KEY_HEADER]: response.body.apiKey }
    return response
  }

  #throwFault(call: string, { headers }: TestResponse): void {
    const fault = this.#faultOf(headers)
    if (fault === undefined) return
    throw new Error(`${call}: ${fault instanceof Error ? fault.message : String(fault)}`, { cause: fault })
  }

  #faultOf(headers: IncomingHttpHeaders): unknown {
    return this.#expectations.faults?.get(String(headers['x-request-id']))
  }

  async #exchange(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<TestResponse> {
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
        response.on('error', (error) => {
          setTimeout(() => reject(this.#faultOf(response.headers) ?? error), FAULT_DELAY_MS)
        })
        response.on('end', () => resolve({ response, text: Buffer.concat(chunks).toString() }))
      })
      call.on('error', reject)
      call.end(body)
    })
    const { statusCode: status = 0, headers: responseHeaders } = response
    const isJson = method !== 'HEAD' && (responseHeaders['content-type']?.startsWith('application/json') ?? false)
    return { status, headers: responseHeaders, text, body: isJson ? JSON.parse(text) : text }
  }
}
