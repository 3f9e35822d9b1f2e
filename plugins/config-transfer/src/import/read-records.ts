import type { ReceivedFile } from '@plinth/kernel'
import { type Batch, recordsOf } from './document-scanner.js'
import { countNames, invalid, parsePiece } from './json-piece.js'

/** Reads a batch of records from a file by way of a buffer. Throws `INVALID_JSON_FILE` with the place of the record that is wrong. */
export async function readRecords(file: ReceivedFile, batch: Batch, buffer: Buffer): Promise<unknown[]> {
  // With the bytes before and behind, a comma or a bracket, it is a list by itself.
  const list = await file.read(batch.start - 1, batch.end + 1, buffer)
  list.write('[', 0)
  list.write(']', list.length - 1)
  const bytes = list.subarray(1, -1)
  const records = parse(list, bytes, batch)
  const isEmptyList = records.length === 0 && batch.isWhole
  if (records.length !== batch.count && !isEmptyList) throw invalid(`a record is missing, after byte ${batch.start}`)
  if (countNames(records) !== batch.colons) throw nameTwice(bytes, batch.start)
  return records
}

function parse(list: Buffer, bytes: Buffer, { start }: Batch): unknown[] {
  try {
    return parsePiece(list, start) as unknown[]
  } catch (error) {
    // Throws at the one that is wrong.
    for (const record of recordsOf(bytes)) parsePiece(bytes.subarray(record.start, record.end), start + record.start)
    throw error
  }
}

function nameTwice(bytes: Buffer, start: number): Error {
  const wrong = recordsOf(bytes).find(
    (record) => countNames(JSON.parse(bytes.toString('utf8', record.start, record.end))) !== record.colons,
  )
  return invalid(`an object has one name twice, after byte ${start + (wrong?.start ?? 0)}`)
}
