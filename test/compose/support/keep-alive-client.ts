import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface SentRequest {
  readonly key?: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

export interface ReceivedResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  readonly body: any
}

/** A client with one persistent connection from a given local address. It never retries a request. */
export class KeepAliveClient {
  readonly #agent: Agent
  readonly #url: string

  constructor(url: string, localAddress: string) {
    this.#url = url
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress })
  }

  /** Sends a request. Throws unless a complete response arrives. */
  async send(method: string, path: string, { key, body, headers: more }: SentRequest = {}): Promise<ReceivedResponse> {
    const bytes = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      ...more,
      ...(key !== undefined && { 'X-API-KEY': key }),
      ...(bytes !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(bytes) }),
    }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const call = request(`${this.#url}${path}`, { method, headers, agent: this.#agent }, resolve)
      call.on('error', reject)
      call.end(bytes)
    })
    const received = await text(response)
    const { statusCode: status = 0, headers: responseHeaders } = response
    const isJson = responseHeaders['content-type']?.startsWith('application/json') ?? false
    return { status, headers: responseHeaders, body: isJson ? JSON.parse(received) : received }
  }

  close(): void {
    this.#agent.destroy()
  }
}
