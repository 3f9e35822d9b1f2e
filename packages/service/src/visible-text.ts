/**
 * Control characters (of C1 and DEL too), those that turn, join or hide the text around them, line and paragraph
 * separators, halves of surrogate pairs, fillers and blanks that count as letters or symbols, unassigned characters and
 * those for private use: a terminal obeys them, or shows something else than what is there.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * A text as one line that a terminal shows and does not obey: `\u{1b}` stands for an escape. What others wrote may be
 * in it.
 */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** JSON whose texts a terminal does not obey either, and which is the same JSON to a program. */
export function visibleJson(json: string): string {
  return json.replace(INVISIBLE, (character) => (character === '\n' ? character : inJson(character)))
}

function inJson(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
}
