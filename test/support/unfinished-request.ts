import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request whose headers were sent and whose key was checked, but whose body has not been sent yet. */
export class UnfinishedRequest {
  readonly #request: ClientRequest
  readonly #body: string
  readonly #response: Promise<IncomingMessage>

  /** Sends the headers. Resolves when the server requests the body, which it does after checking the key. */
  static async send(
    url: string,
    { method, body, headers }: { method: string; body: string; headers: Readonly<Record<string, string>> },
  ): Promise<UnfinishedRequest> {
    const length = { 'Content-Length': String(Buffer.byteLength(body)), Expect: '100-continue' }
    const sent = request(url, { method, headers: { ...headers, ...length }, agent: false })
    const bodyRequested = new Promise<void>((resolve, reject) => {
      sent.once('continue', resolve)
      sent.once('error', reject)
      sent.once('response', ({ statusCode }) =>
        reject(new Error(`the server responded before the body was sent: ${statusCode}`)),
      )
    })
    const unfinished = new UnfinishedRequest(sent, body)
    sent.flushHeaders()
    await bodyRequested
    return unfinished
  }

  private constructor(sent: ClientRequest, body: string) {
    this.#request = sent
    this.#body = body
    this.#response = new Promise((resolve, reject) => {
      sent.once('response', resolve)
      sent.once('error', reject)
    })
    this.#response.catch(() => {}) // `finish` reports it
  }

  /** Sends the body, and returns the status and text of the response. */
  async finish(): Promise<{ status: number; text: string }> {
    this.#request.end(this.#body)
    const response = await this.#response
    return { status: response.statusCode ?? 0, text: await text(response) }
  }
}
