import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'

export interface JsonResponse {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation
  readonly body: any
  readonly milliseconds: number
}

const agent = new Agent({ keepAlive: true })

/** Posts JSON once. */
export function send(url: string, content: object, key?: string): Promise<JsonResponse> {
  const text = JSON.stringify(content)
  const type = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
  const headers = { ...type, ...(key !== undefined && { 'X-API-KEY': key }) }
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers }, async (response) => {
      const body = await json(response)
      resolve({ status: response.statusCode ?? 0, body, milliseconds: performance.now() - start })
    })
    call.once('error', reject)
    call.end(text)
  })
}
