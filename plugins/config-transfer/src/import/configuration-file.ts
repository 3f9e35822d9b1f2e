import type { ReceivedFile } from '@plinth/kernel'
import { shortened } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import { type Batch, DocumentScanner, MAX_TABLES } from './document-scanner.js'
import type { Pace } from './pace.js'
import { readRecords } from './read-records.js'

const KNOWN_MAJOR = '1'
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** Some records of a table in a file. */
export interface FileRecords {
  /** How many records of the table stand before them. */
  readonly before: number
  readonly records: readonly unknown[]
  /** How many bytes of the file they take. */
  readonly bytes: number
}

/** What a file has for a table. */
export interface FileTable {
  readonly name: string
  readonly isList: boolean
  /** How many records it seems to have, by their commas. */
  readonly count: number
  /** Reads the records in the order of the file, some at a time. */
  read(): AsyncGenerator<FileRecords>
}

/** The tables of a file by name. */
export type ConfigurationFile = ReadonlyMap<string, FileTable>

/**
 * Finds the tables of a file without holding it. Throws what is wrong with it as a whole (`INVALID_JSON_FILE`,
 * `NOT_A_CONFIGURATION`, `UNKNOWN_VERSION`). Records are parsed when they are read, which throws `INVALID_JSON_FILE`
 * too.
 */
export async function openConfiguration(
  file: ReceivedFile,
  { signal, pace }: { signal: AbortSignal; pace: Pace },
): Promise<ConfigurationFile> {
  const scanner = new DocumentScanner()
  let isFirst = true
  for await (const chunk of file.chunks()) {
    signal.throwIfAborted()
    await pace.giveWay()
    scanner.push(isFirst ? withoutMark(chunk) : chunk)
    isFirst = false
  }
  const { skeleton, lists } = scanner.end()
  if (!isObject(skeleton)) throw errors.NOT_A_CONFIGURATION({ reason: 'it must be an object with "data"' })
  refuseUnknownVersion(skeleton.version)
  if (!isObject(skeleton.data)) throw errors.NOT_A_CONFIGURATION({ reason: '"data" must be an object of tables' })
  const entries = Object.entries(skeleton.data)
  if (entries.length > MAX_TABLES)
    throw errors.NOT_A_CONFIGURATION({ reason: `"data" has more than ${MAX_TABLES} tables` })
  const tables = entries.map(([name, value]) => tableOf(name, listOf(value, lists), file))
  const used = new Set(Object.values(skeleton.data).map((value) => listOf(value, lists)))
  for (const list of lists.filter((candidate) => !used.has(candidate))) {
    await countRecords(tableOf('', list, file), { signal, pace })
  }
  return new Map(tables.map((table) => [table.name, table]))
}

/** Reads records that nobody wants, for what is no JSON must not be accepted; returns how many they are. */
export async function countRecords(
  table: FileTable,
  { signal, pace }: { signal: AbortSignal; pace: Pace },
): Promise<number> {
  let count = 0
  for await (const { records } of table.read()) {
    signal.throwIfAborted()
    await pace.giveWay()
    count += records.length
  }
  return count
}

/** Blanks in its place keep the places in bytes right. */
function withoutMark(chunk: Buffer): Buffer {
  if (!chunk.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) return chunk
  return Buffer.concat([Buffer.from('   '), chunk.subarray(BYTE_ORDER_MARK.length)])
}

function listOf(value: unknown, lists: readonly (readonly Batch[])[]): readonly Batch[] | undefined {
  return Array.isArray(value) ? lists[value[0]] : undefined
}

function tableOf(name: string, batches: readonly Batch[] | undefined, file: ReceivedFile): FileTable {
  return {
    name,
    isList: batches !== undefined,
    count: (batches ?? []).reduce((total, batch) => total + (isBare(batch) ? 0 : batch.count), 0),
    async *read() {
      let before = 0
      const buffer = Buffer.allocUnsafeSlow(longest(batches ?? []))
      for (const batch of batches ?? []) {
        yield { before, records: await readRecords(file, batch, buffer), bytes: batch.end - batch.start }
        before += batch.count
      }
    },
  }
}

/** A list without a comma or a name, which is an empty one most often. */
function isBare({ isWhole, colons, count }: Batch): boolean {
  return isWhole && count === 1 && colons === 0
}

/** Bytes of the longest batch, with the one before and the one behind it. */
function longest(batches: readonly Batch[]): number {
  return batches.reduce((most, { start, end }) => Math.max(most, end - start), 0) + 2
}

function refuseUnknownVersion(version: unknown): void {
  if (version === undefined) return
  if (typeof version !== 'string') throw errors.NOT_A_CONFIGURATION({ reason: '"version" must be a text' })
  if (!/^\d+(\.\d+)*$/.test(version) || version.split('.')[0] !== KNOWN_MAJOR) {
    throw errors.UNKNOWN_VERSION({ version: shortened(version, 32) })
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
