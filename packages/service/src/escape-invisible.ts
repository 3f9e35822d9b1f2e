/**
 * Characters that a terminal interprets or displays misleadingly: control characters (including C1 and DEL),
 * characters that reorder, join or hide text, line and paragraph separators, lone surrogates, fillers and blanks that
 * count as letters or symbols, and unassigned and private-use characters.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Escapes all control characters and invisible characters of a line for a terminal: ESC becomes `\u{1b}`. */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** Escapes the same characters in JSON, without changing its meaning. */
export function escapeInvisibleInJson(json: string): string {
  return json.replace(INVISIBLE, (character) => (character === '\n' ? character : jsonEscape(character)))
}

function jsonEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
}
