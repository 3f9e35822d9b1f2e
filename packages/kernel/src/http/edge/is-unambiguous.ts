import type { IncomingMessage } from 'node:http'

const VERSIONS = ['1.0', '1.1']
/** Name or address, and port (RFC 9112, 3.2). Other forms that URLs allow are unused, and parsers disagree on them. */
const HOST = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/**
 * Returns whether every proxy in front must have parsed a request as Node did. Node's parser rejects nearly all
 * ambiguous requests (RFC 9112, 11.2). It accepts HTTP/0.9, a missing, duplicate or invalid host, other transfer
 * codings before `chunked`, and any transfer coding in HTTP/1.0.
 */
export function isUnambiguous(request: IncomingMessage): boolean {
  return VERSIONS.includes(request.httpVersion) && namesOneHost(request) && hasUnambiguousFraming(request)
}

/**
 * Returns whether only one rule determines where the body ends. HTTP/1.0 has no transfer codings: a proxy that only
 * speaks HTTP/1.0 would parse the chunks as the next request (RFC 9112, 6.1).
 */
function hasUnambiguousFraming({ headers, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  return coding === undefined || (httpVersion === '1.1' && coding.toLowerCase() === 'chunked')
}

/** Returns whether a request names exactly one host. HTTP/1.0 requests may omit it (RFC 9112, 3.2). */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length !== 4 || rawHeaders[index]?.toLowerCase() !== 'host') continue
    if (!HOST.test(rawHeaders[index + 1] ?? '')) return false
    hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1')
}
