import { truncate } from '../text/characters.js'

/** Checks a value. Returns the end of a sentence that says what it must be, or `undefined`. */
export type Rule = (value: unknown) => string | undefined

const MAX_QUOTED_CHARACTERS = 64

export const mustBeFunction: Rule = (value) => (typeof value === 'function' ? undefined : 'must be a function.')
export const mustBeObject: Rule = (value) => (isPlainObject(value) ? undefined : 'must be an object.')

export function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Quotes a string of a message, shortened. */
export const quoted = (text: string) => `"${truncate(text, MAX_QUOTED_CHARACTERS)}"`
