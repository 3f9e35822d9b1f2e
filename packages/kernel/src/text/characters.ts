/**
 * Returns whether a string has more than this number of characters. Characters are Unicode code points, as both
 * databases, JSON Schema and PyAutomation count them: an emoji is one character but two UTF-16 units.
 */
export function isLongerThan(text: string, characters: number): boolean {
  if (text.length <= characters) return false
  return text.length > 2 * characters || [...text].length > characters
}

/** Truncates a string to this number of characters and appends an ellipsis. Does not split surrogate pairs. */
export function truncate(text: string, characters: number): string {
  if (!isLongerThan(text, characters)) return text
  return `${[...text.slice(0, 2 * characters)].slice(0, characters).join('')}…`
}
