/**
 * Segments of what RFC 3986 (3.3) allows in a path, none of them empty, but no `;`: some servers cut off what follows
 * it.
 */
const PATH = /^(?:\/(?:[\w\-.~!$&'()*+,=:@]|%[\dA-F]{2})+)*\/?$/i
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/
/**
 * Escapes of what needs none, which some servers decode before they compare paths and others do not; of slashes and
 * control characters.
 */
const NEEDLESS_ESCAPE = /%(?:[01][\dA-F]|2[D-F]|3\d|[46][1-9A-F]|[57][\dA]|5[CF]|7[EF])/i
/** Neither a control character, a blank nor `#`. */
const TARGET = /^[!"$-~\u0080-\u00ff]*$/
const ABSOLUTE_FORM = /^https?:\/\/([^/?@\\]+)([/?].*)?$/i

/**
 * The path and query of a request's target, `undefined` when its path can be written in another way, so that a proxy or
 * host in front may have taken it for another one: with `\`, `;`, dot segments, empty segments, needless or broken
 * escapes.
 */
export function pathAndQueryOf(target: string): string | undefined {
  if (target === '*') return '/*'
  if (!TARGET.test(target)) return undefined
  const url = target.startsWith('/') ? target : withoutOrigin(target)
  return url !== undefined && isNormal(url.split('?', 1)[0] ?? '') ? url : undefined
}

/** A request may name the whole URL (RFC 9112, 3.2.2). */
function withoutOrigin(target: string): string | undefined {
  const [, authority, rest = ''] = target.match(ABSOLUTE_FORM) ?? []
  if (authority === undefined || !URL.canParse(`http://${authority}`)) return undefined
  return rest.startsWith('/') ? rest : `/${rest}`
}

function isNormal(path: string): boolean {
  if (!PATH.test(path) || DOT_SEGMENT.test(path)) return false
  return !path.includes('%') || (!NEEDLESS_ESCAPE.test(path) && isUtf8(path))
}

function isUtf8(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
