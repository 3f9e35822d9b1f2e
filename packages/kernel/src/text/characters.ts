/**
 * Whether a text has more characters than that. Characters are Unicode code points, as both databases, JSON Schema and
 * PyAutomation count them: an emoji is one, though it takes two UTF-16 units.
 */
export function isLongerThan(text: string, characters: number): boolean {
  if (text.length <= characters) return false
  return text.length > 2 * characters || [...text].length > characters
}

/** The first characters of a text, with an ellipsis where some are left out. Cuts no surrogate pair in two. */
export function shortened(text: string, characters: number): string {
  if (!isLongerThan(text, characters)) return text
  return `${[...text.slice(0, 2 * characters)].slice(0, characters).join('')}…`
}
