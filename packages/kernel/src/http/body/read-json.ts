import type { IncomingMessage } from 'node:http'
import type { Exchange } from '../exchange.js'
import { httpErrors } from '../http-errors.js'

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a JSON object from a request, at most so many bytes of it. A body that a host application has parsed is taken
 * as it is.
 */
export async function readJson(exchange: Exchange, limit: number): Promise<object> {
  const { request } = exchange
  const parsed = parsedByHost(request)
  if (!hasBody(request)) throw httpErrors.NOT_JSON()
  // Also of what a host has parsed: a page elsewhere may send forms and text without asking first.
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
    throw httpErrors.UNSUPPORTED_MEDIA_TYPE({ expected: 'application/json' })
  }
  if (parsed !== undefined) return asObject(isText(parsed) ? parse(Buffer.from(parsed)) : parsed)
  exchange.inviteBody()
  return asObject(parse(await exchange.arrivingBodies.read(request, limit)))
}

/** Whether a request has a body at all, by its headers. */
export function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
}

function parsedByHost(request: IncomingMessage & { body?: unknown }): unknown {
  if (request.body !== undefined && request.readableEnded) return request.body
  refuseReadBody(request)
  return undefined
}

/** Waiting for a body that the host application has read would take for ever. */
export function refuseReadBody(request: IncomingMessage): void {
  if (request.readableEnded && hasBody(request)) throw httpErrors.BODY_ALREADY_READ()
}

/** A host may have read a body and not parsed it. */
function isText(body: unknown): body is string | Buffer {
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
