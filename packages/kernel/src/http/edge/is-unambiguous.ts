import type { IncomingMessage } from 'node:http'

const VERSIONS = ['1.0', '1.1']
/**
 * A name or an address, and a port (RFC 9112, 3.2); what else URLs may have there nobody uses, and everybody reads in
 * another way.
 */
const HOST = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/**
 * Whether a proxy in front cannot have read a request differently. Node's parser refuses nearly all that could be (RFC
 * 9112, 11.2); it lets these pass: HTTP/0.9, a missing host, two of them or one that is none, codings before `chunked`,
 * and any coding in HTTP/1.0.
 */
export function isUnambiguous(request: IncomingMessage): boolean {
  return VERSIONS.includes(request.httpVersion) && namesOneHost(request) && isFramedByOneRule(request)
}

/** RFC 9112, 6.1: HTTP/1.0 knows no coding, so that a server of that version takes the chunks for the next request. */
function isFramedByOneRule({ headers, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  return coding === undefined || (httpVersion === '1.1' && coding.toLowerCase() === 'chunked')
}

/** RFC 9112, 3.2: a request of HTTP/1.1 without a host, or any with two of them, is answered with 400. */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length !== 4 || rawHeaders[index]?.toLowerCase() !== 'host') continue
    if (!HOST.test(rawHeaders[index + 1] ?? '')) return false
    hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1')
}
