import type { ReceivedFile } from '@plinth/kernel'
import type { Batch } from './document-scanner.js'
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
    for (const [record, place] of recordsIn(bytes, start)) parsePiece(record, place) // throws at the one that is wrong
    throw error
  }
}

function nameTwice(bytes: Buffer, start: number): Error {
  for (const [record, place] of recordsIn(bytes, start)) {
    if (countNames(JSON.parse(record.toString())) !== structureOf(record).colons)
      return invalid(`an object has one name twice, after byte ${place}`)
  }
  return invalid(`an object has one name twice, after byte ${start}`)
}

function* recordsIn(bytes: Buffer, start: number): Generator<[record: Buffer, place: number]> {
  let from = 0
  for (const comma of [...structureOf(bytes).commas, bytes.length]) {
    yield [bytes.subarray(from, comma), start + from]
    from = comma + 1
  }
}

/** The commas outside of everything, and how many colons there are outside of texts. */
function structureOf(bytes: Buffer): { commas: number[]; colons: number } {
  const commas: number[] = []
  let [depth, colons, isInText] = [0, 0, false]
  for (let at = 0; at < bytes.length; at += 1) {
    const character = String.fromCharCode(bytes[at] ?? 0)
    if (isInText && character === '\\') at += 1
    else if (character === '"') isInText = !isInText
    else if (isInText) continue
    else if ('{['.includes(character)) depth += 1
    else if ('}]'.includes(character)) depth -= 1
    else if (character === ':') colons += 1
    else if (character === ',' && depth === 0) commas.push(at)
  }
  return { commas, colons }
}
