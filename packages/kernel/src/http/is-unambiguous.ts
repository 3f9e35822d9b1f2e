import type { IncomingMessage } from 'node:http'

const VERSIONS = ['1.0', '1.1']

/**
 * Whether a proxy in front cannot have read a request differently. Node's parser refuses nearly all that could be (RFC 9112, 11.2);
 * it lets these pass: HTTP/0.9, a missing host or two of them, and codings before `chunked`.
 */
export function isUnambiguous(request: IncomingMessage): boolean {
  const coding = request.headers['transfer-encoding']
  return (
    VERSIONS.includes(request.httpVersion) &&
    namesOneHost(request) &&
    (coding === undefined || coding.toLowerCase() === 'chunked')
  )
}

/** RFC 9112, 3.2: a request of HTTP/1.1 without a host, or any with two of them, is answered with 400. */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1')
}
