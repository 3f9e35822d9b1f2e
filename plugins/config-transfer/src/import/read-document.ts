import type { ReceivedFile } from '@plinth/kernel'
import { errors } from '../errors.js'

/** A file that says what it is: tables by name, each whatever the file has for it. */
export type DocumentTables = ReadonlyMap<string, unknown>

/** The most bytes of a file that are read into memory. */
const MOST_BYTES = 268_435_456
const KNOWN_MAJOR = '1'

/** Reads a configuration document. Throws what is wrong with it as a whole; what is wrong with a record comes later. */
export async function readDocument(file: ReceivedFile): Promise<DocumentTables> {
  if (file.size > MOST_BYTES) throw errors.IMPORT_TOO_LARGE({ limit: MOST_BYTES })
  const document = parse(await read(file))
  if (!isObject(document)) throw errors.NOT_A_CONFIGURATION({ reason: 'it must be an object with "data"' })
  refuseUnknownVersion(document.version)
  if (!isObject(document.data)) throw errors.NOT_A_CONFIGURATION({ reason: '"data" must be an object of tables' })
  return new Map(Object.entries(document.data))
}

async function read(file: ReceivedFile): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of file.open()) chunks.push(chunk as Buffer)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw errors.INVALID_JSON_FILE({ reason: 'it is not UTF-8' })
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw errors.INVALID_JSON_FILE({ reason: error instanceof Error ? error.message : 'it cannot be parsed' })
  }
}

function refuseUnknownVersion(version: unknown): void {
  if (version === undefined) return
  if (typeof version !== 'string') throw errors.NOT_A_CONFIGURATION({ reason: '"version" must be a text' })
  if (!/^\d+(\.\d+)*$/.test(version) || version.split('.')[0] !== KNOWN_MAJOR) {
    throw errors.UNKNOWN_VERSION({ version: version.slice(0, 32) })
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
