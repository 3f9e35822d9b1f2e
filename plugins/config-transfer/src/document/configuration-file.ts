import type { ReceivedFile } from '@plinth/kernel'
import { truncate } from '@plinth/kernel/tools'
import type { IdSet } from '../compact-sets.js'
import { errors } from '../errors.js'
import type { Pace } from '../pace.js'
import type { RowId } from '../row-id.js'
import { type Batch, DocumentScanner, MAX_TABLES } from './document-scanner.js'
import { parseRecords, readBytes } from './read-records.js'

const KNOWN_MAJOR = '1'
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** Some records of a table of a source: an uploaded file, a snapshot or a merge. */
export interface SourceRecords {
  /** Number of records of the table that precede these. */
  readonly precedingCount: number
  readonly records: readonly unknown[]
  /** Of records of an uploaded file: their size in it. */
  readonly bytes?: number
  /** Whether the values were read from the database, or validated before, so that they are used unchanged. */
  readonly areStored?: boolean
  /** Of records of a snapshot: the ids of their rows. */
  readonly rowIds?: readonly RowId[]
  /** Of records of a snapshot: the id of the last row that the table had. */
  readonly lastId?: RowId
}

/** Some records of a table in a file. Valid until the next ones are read, because they share a buffer. */
export interface UnparsedRecords {
  /** Number of commas between them plus one. */
  readonly count: number
  readonly text: Buffer
  parse(): SourceRecords
}

/** A table of a source: an uploaded file, a snapshot or a merge. */
export interface SourceTable {
  readonly name: string
  readonly isList: boolean
  /** Of an uploaded file: the number of records, estimated by counting commas. */
  readonly count?: number
  /** Of a merge: the rows that are removed. */
  readonly removals?: IdSet
  /** Reads the records in the order of the file, in batches. */
  read(): AsyncGenerator<SourceRecords>
  /** Only of an uploaded file: reads the same batches without parsing them. */
  readonly readUnparsed?: () => AsyncGenerator<UnparsedRecords>
}

/** The tables of a source by name. */
export type ConfigurationSource = ReadonlyMap<string, SourceTable>

/**
 * Finds the tables of a file without loading it into memory. Throws `INVALID_JSON_FILE`, `NOT_A_CONFIGURATION` or
 * `UNKNOWN_VERSION` for the file as a whole. Records are parsed when they are read, which may throw
 * `INVALID_JSON_FILE`.
 */
export async function openConfiguration(
  file: ReceivedFile,
  { signal, pace }: { signal: AbortSignal; pace: Pace },
): Promise<ConfigurationSource> {
  const scanner = new DocumentScanner()
  let isFirst = true
  for await (const chunk of file.chunks()) {
    signal.throwIfAborted()
    await pace.yieldToRequests()
    scanner.push(isFirst ? withoutByteOrderMark(chunk) : chunk)
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
  // Lists outside "data" are not imported, but must be valid JSON too
  const listsInData = new Set(Object.values(skeleton.data).map((value) => listOf(value, lists)))
  for (const list of lists.filter((candidate) => !listsInData.has(candidate))) {
    await countRecords(tableOf('', list, file), { signal, pace })
  }
  return new Map(tables.map((table) => [table.name, table]))
}

/** Reads the records of a table that is not imported, to reject invalid JSON. Returns their number. */
export async function countRecords(
  table: SourceTable,
  { signal, pace }: { signal: AbortSignal; pace: Pace },
): Promise<number> {
  let count = 0
  for await (const { records } of table.read()) {
    signal.throwIfAborted()
    await pace.yieldToRequests()
    count += records.length
  }
  return count
}

/** Replaces a byte order mark with spaces, which keeps byte offsets correct. */
function withoutByteOrderMark(chunk: Buffer): Buffer {
  if (!chunk.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) return chunk
  return Buffer.concat([Buffer.from('   '), chunk.subarray(BYTE_ORDER_MARK.length)])
}

function listOf(value: unknown, lists: readonly (readonly Batch[])[]): readonly Batch[] | undefined {
  return Array.isArray(value) ? lists[value[0]] : undefined
}

function tableOf(name: string, batches: readonly Batch[] | undefined, file: ReceivedFile): SourceTable {
  return {
    name,
    isList: batches !== undefined,
    count: (batches ?? []).reduce((total, batch) => total + (looksEmpty(batch) ? 0 : batch.count), 0),
    async *read() {
      for await (const { parse } of unparsedRecords(batches ?? [], file)) yield parse()
    },
    readUnparsed: () => unparsedRecords(batches ?? [], file),
  }
}

async function* unparsedRecords(batches: readonly Batch[], file: ReceivedFile): AsyncGenerator<UnparsedRecords> {
  let precedingCount = 0
  const buffer = Buffer.allocUnsafeSlow(bufferSize(batches))
  for (const batch of batches) {
    const list = await readBytes(file, batch, buffer)
    const read = { precedingCount, bytes: batch.end - batch.start }
    const parse = () => ({ ...read, records: parseRecords(list, batch) })
    yield { count: batch.count, text: list.subarray(1, -1), parse }
    precedingCount += batch.count
  }
}

/** Whether a batch is a whole list without a comma or a key: usually an empty list. */
function looksEmpty({ isWholeList, colonCount, count }: Batch): boolean {
  return isWholeList && count === 1 && colonCount === 0
}

/** Returns the size of the largest batch, including one byte before and one after it. */
function bufferSize(batches: readonly Batch[]): number {
  return batches.reduce((max, { start, end }) => Math.max(max, end - start), 0) + 2
}

function refuseUnknownVersion(version: unknown): void {
  if (version === undefined) return
  if (typeof version !== 'string') throw errors.NOT_A_CONFIGURATION({ reason: '"version" must be a string' })
  if (!/^\d+(\.\d+)*$/.test(version) || version.split('.')[0] !== KNOWN_MAJOR) {
    throw errors.UNKNOWN_VERSION({ version: truncate(version, 32) })
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
