/**
 * Path of non-empty segments of the characters that RFC 3986 (3.3) allows, except `;`: some servers ignore the rest of
 * a segment after it.
 */
const PATH = /^(?:\/(?:[\w\-.~!$&'()*+,=:@]|%[\dA-F]{2})+)*\/?$/i
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/
/**
 * Escapes of characters that need none: some servers decode them before they compare paths, others do not. Also escapes
 * of slashes and control characters.
 */
const REFUSED_ESCAPE = /%(?:[01][\dA-F]|2[D-F]|3\d|[46][1-9A-F]|[57][\dA]|5[CF]|7[EF])/i
/** Target without control characters, spaces and `#`. */
const TARGET = /^[!"$-~\u0080-\u00ff]*$/
const ABSOLUTE_FORM = /^https?:\/\/([^/?@\\]+)([/?].*)?$/i

/**
 * Returns the path and query of a request target, or `undefined` if the target has characters that none may have, or a
 * path that a proxy or host in front may have read differently: one with `\`, `;`, dot segments, empty segments,
 * escapes of slashes or control characters, or needless or broken escapes.
 */
export function pathAndQueryOf(target: string): string | undefined {
  if (target === '*') return '/*' // of `OPTIONS *`; no route has this path
  if (!TARGET.test(target)) return undefined
  const url = target.startsWith('/') ? target : withoutOrigin(target)
  return url !== undefined && isNormal(url.split('?', 1)[0] ?? '') ? url : undefined
}

/** Removes the origin from a request target, which may be a whole URL (RFC 9112, 3.2.2). */
function withoutOrigin(target: string): string | undefined {
  const [, authority, rest = ''] = target.match(ABSOLUTE_FORM) ?? []
  if (authority === undefined || !URL.canParse(`http://${authority}`)) return undefined
  return rest.startsWith('/') ? rest : `/${rest}`
}

function isNormal(path: string): boolean {
  if (!PATH.test(path) || DOT_SEGMENT.test(path)) return false
  return !path.includes('%') || (!REFUSED_ESCAPE.test(path) && isUtf8(path))
}

function isUtf8(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
