import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request whose headers were read and whose key was checked, but whose body was not sent. */
export class ParkedRequest {
  readonly #request: ClientRequest
  readonly #body: string
  readonly #answered: Promise<IncomingMessage>

  /** Resolves once the server requests the body, after it has checked the key. */
  static async send(
    url: string,
    { method, body, headers }: { method: string; body: string; headers: Readonly<Record<string, string>> },
  ): Promise<ParkedRequest> {
    const length = { 'Content-Length': String(Buffer.byteLength(body)), Expect: '100-continue' }
    const sent = request(url, { method, headers: { ...headers, ...length }, agent: false })
    const invited = new Promise<void>((resolve, reject) => {
      sent.once('continue', resolve)
      sent.once('error', reject)
      sent.once('response', ({ statusCode }) => reject(new Error(`it is answered before its body: ${statusCode}`)))
    })
    const parked = new ParkedRequest(sent, body)
    sent.flushHeaders()
    await invited
    return parked
  }

  private constructor(sent: ClientRequest, body: string) {
    this.#request = sent
    this.#body = body
    this.#answered = new Promise((resolve, reject) => {
      sent.once('response', resolve)
      sent.once('error', reject)
    })
    this.#answered.catch(() => {}) // reported to the caller of finish
  }

  /** Sends the body, and returns the status and text of the response. */
  async finish(): Promise<{ status: number; text: string }> {
    this.#request.end(this.#body)
    const answer = await this.#answered
    return { status: answer.statusCode ?? 0, text: await text(answer) }
  }
}
