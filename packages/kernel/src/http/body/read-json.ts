import type { IncomingMessage } from 'node:http'
import type { Exchange } from '../exchange.js'
import { httpErrors } from '../http-errors.js'

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a JSON object of at most `limit` bytes from a request. A body that the host application has already parsed is
 * used unchanged: the host has to limit its size.
 */
export async function readJson(exchange: Exchange, limit: number): Promise<object> {
  const { request } = exchange
  const hostBody = bodyFromHost(request)
  if (!hasBody(request)) throw httpErrors.NOT_JSON()
  // Checked for parsed bodies too: pages of other origins may send forms and text without a preflight.
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
    throw httpErrors.UNSUPPORTED_MEDIA_TYPE({ expected: 'application/json' })
  }
  if (hostBody !== undefined) return asObject(isRaw(hostBody) ? parse(Buffer.from(hostBody)) : hostBody)
  exchange.sendContinue()
  return asObject(parse(await exchange.bodyReader.read(request, limit)))
}

/** Returns whether the headers of a request announce a body. */
export function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
}

function bodyFromHost(request: IncomingMessage & { body?: unknown }): unknown {
  if (request.body !== undefined && request.readableEnded) return request.body
  refuseConsumedBody(request)
  return undefined
}

/** Throws if the host application has already read the body: waiting for it would never end. */
export function refuseConsumedBody(request: IncomingMessage): void {
  if (request.readableEnded && hasBody(request)) throw httpErrors.BODY_ALREADY_READ()
}

/** Returns whether a body was read by the host but not parsed. */
function isRaw(body: unknown): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw httpErrors.NOT_JSON()
  }
}

function asObject(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw httpErrors.NOT_JSON()
  return value
}
