/** A longer value is cut off, so that a list of changes stays readable. */
export const MAX_EXCERPT_CHARACTERS = 200

/** How many characters of the common beginning are shown before the first difference. */
const CONTEXT_CHARACTERS = 40

/** Returns part of a text, by default its beginning, with `…` where something is left out. */
export function excerptOf(value: string, from = 0): string {
  const characters = [...value]
  if (characters.length <= MAX_EXCERPT_CHARACTERS) return value
  const end = from + MAX_EXCERPT_CHARACTERS
  const part = characters.slice(from, end).join('')
  return `${from > 0 ? '…' : ''}${part}${end < characters.length ? '…' : ''}`
}

/** Returns the parts of two long texts in which they first differ. */
export function differingExcerpts(before: string, after: string): readonly [before: string, after: string] {
  const from = Math.max(0, commonLength([...before], [...after]) - CONTEXT_CHARACTERS)
  return [excerptOf(before, from), excerptOf(after, from)]
}

/** Returns how many characters two texts have in common at their beginning. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  const difference = one.findIndex((character, index) => character !== other[index])
  return difference < 0 ? one.length : difference
}
