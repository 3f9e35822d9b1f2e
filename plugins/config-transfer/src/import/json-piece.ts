import { isUtf8 } from 'node:buffer'
import { errors } from '../errors.js'

/** Parses a piece of a file that stands at a place in bytes. Throws `INVALID_JSON_FILE` with that place. */
export function parsePiece(bytes: Buffer, place: number): unknown {
  if (!isUtf8(bytes)) throw invalid(`it is not UTF-8, after byte ${place}`)
  try {
    return JSON.parse(bytes.toString())
  } catch (error) {
    throw invalid(`${error instanceof Error ? error.message : 'it cannot be parsed'}, after byte ${place}`)
  }
}

/** What is wrong with a file as JSON. */
export function invalid(reason: string): Error {
  return errors.INVALID_JSON_FILE({ reason })
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
