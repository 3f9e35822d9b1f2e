import type { ReceivedFile } from '@plinth/kernel'
import { type Batch, locateRecords } from './document-scanner.js'
import { countKeys, duplicateKeyOffset, invalidAt, parsePiece } from './json-piece.js'

/** Reads a batch of records from a file into a buffer, with the comma or bracket before it and after it. */
export function readBytes(file: ReceivedFile, batch: Batch, buffer: Buffer): Promise<Buffer> {
  return file.read(batch.start - 1, batch.end + 1, buffer)
}

/** Parses the bytes of a batch. Throws `INVALID_JSON_FILE` with the offset of the invalid record. */
export function parseRecords(list: Buffer, batch: Batch): unknown[] {
  list.write('[', 0) // replaces the comma or bracket, so that the batch is a JSON array
  list.write(']', list.length - 1)
  const bytes = list.subarray(1, -1)
  const records = parse(list, bytes, batch)
  const isEmptyList = records.length === 0 && batch.isWholeList
  if (records.length !== batch.count && !isEmptyList) throw missingAt(batch.start)
  if (countKeys(records) !== batch.colonCount) throw duplicateKey(bytes, batch.start)
  return records
}

function parse(list: Buffer, bytes: Buffer, { start }: Batch): unknown[] {
  try {
    return parsePiece(list, (byte) => start + byte - 1) as unknown[]
  } catch (error) {
    for (const record of locateRecords(bytes))
      parseRecord(bytes.subarray(record.start, record.end), start + record.start)
    throw error
  }
}

/** Throws if a record is missing or invalid. */
function parseRecord(bytes: Buffer, start: number): void {
  if (/^\s*$/.test(bytes.toString('latin1'))) throw missingAt(start)
  parsePiece(bytes, (byte) => start + byte)
}

function missingAt(byte: number): Error {
  return invalidAt(byte, 'a record is missing')
}

function duplicateKey(bytes: Buffer, start: number): Error {
  return invalidAt(start + duplicateKeyOffset(bytes.toString()), 'an object has a duplicate key')
}
