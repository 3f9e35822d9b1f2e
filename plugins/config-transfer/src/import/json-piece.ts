import { isUtf8 } from 'node:buffer'
import { errors } from '../errors.js'

/**
 * Parses a piece of a file. Throws `INVALID_JSON_FILE` with the place in the file that `placeOf` tells for a byte of
 * the piece.
 */
export function parsePiece(bytes: Buffer, placeOf: (byte: number) => number): unknown {
  if (!isUtf8(bytes)) throw invalidAt(placeOf(firstWrongByte(bytes)), 'it is not UTF-8')
  const text = bytes.toString()
  try {
    return JSON.parse(text)
  } catch (error) {
    const { reason, index } = mistakeIn(text, error instanceof Error ? error.message : 'it cannot be parsed')
    throw invalidAt(placeOf(byteOf(text, index)), reason)
  }
}

/** What is wrong with a file as JSON. */
export function invalid(reason: string): Error {
  return errors.INVALID_JSON_FILE({ reason })
}

/** What is wrong with a file as JSON at a byte of it. */
export function invalidAt(byte: number, reason: string): Error {
  return invalid(`${reason}, at byte ${byte}`)
}

/** Where what is said twice in one object of a JSON text is said again, in bytes. */
export function secondNameIn(text: string): number {
  const open: Set<string>[] = []
  let name = { text: '', index: 0 }
  for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ':') name = { text: token, index }
    else if (open.at(-1)?.has(JSON.parse(name.text))) break
    else open.at(-1)?.add(JSON.parse(name.text))
  }
  return byteOf(text, name.index)
}

/** How many names all objects in a value have; fewer than its text has colons when an object had one name twice. */
export function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let names = 0
  if (Array.isArray(value)) {
    for (const element of value) names += countNames(element)
    return names
  }
  for (const name in value) {
    names += 1
    const inner = (value as Record<string, unknown>)[name]
    if (typeof inner === 'object' && inner !== null) names += countNames(inner)
  }
  return names
}

/**
 * How the parser ends what it says of a token that it did not expect: with a part of the text, and without the place.
 */
const WITHOUT_PLACE = /is not valid JSON$/

/** The parser's reason without what it says of the text around, and the place that it means. */
function mistakeIn(text: string, message: string): { reason: string; index: number } {
  const [where, position] = message.match(/ (?:in JSON )?at position (\d+)(?: \(.*?\))?$/) ?? []
  if (where !== undefined) return { reason: message.replace(where, ''), index: Number(position) }
  if (!WITHOUT_PLACE.test(message)) return { reason: message, index: text.length }
  const index = firstWrongToken(text)
  return { reason: `Unexpected token '${String.fromCodePoint(text.codePointAt(index) ?? 0)}'`, index }
}

/** A text is cut short as long as it ends before the token, and has a wrong token as soon as it ends behind it. */
function firstWrongToken(text: string): number {
  let [right, wrong] = [0, text.length]
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2)
    if (hasWrongToken(text.slice(0, middle))) wrong = middle
    else right = middle
  }
  return right
}

function hasWrongToken(text: string): boolean {
  try {
    JSON.parse(text)
    return false
  } catch (error) {
    return error instanceof Error && WITHOUT_PLACE.test(error.message)
  }
}

/** The first byte that is not one of the text that the bytes can be read as. */
function firstWrongByte(bytes: Buffer): number {
  const readable = Buffer.from(bytes.toString())
  return readable.findIndex((byte, index) => byte !== bytes[index])
}

function byteOf(text: string, index: number): number {
  return Buffer.byteLength(text.slice(0, index))
}
