import { createReadStream, type Stats } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { duplicateKeyIn } from '@plinth/config-transfer'
import { linesOf } from '../lines-of.js'
import { CommandError } from './command-error.js'
import { cannotBeWritten, systemCallOf, type WriteControl } from './write-file-atomically.js'

/** The file that marks a folder as a configuration. It contains the version of the format. */
const MARK = 'plinth.json'
/** The extension of the files with the records of a table, one on each line. */
const EXTENSION = '.jsonl'
/** The name of a file until it replaces the previous one. It ends with the id of the process that writes the file. */
const DRAFT = /^(plinth\.json|.+\.jsonl)\.draft-(?<pid>\d{1,10})$/
/** Number of characters that are written or sent together. */
const PIECE_LENGTH = 65_536

/** A configuration in a folder. */
export interface ConfigurationFolder {
  /** Its size in bytes. */
  readonly size: number
  /** Returns it as one document, in pieces. Throws a `CommandError` that names the line of an invalid record. */
  document(): AsyncGenerator<string>
}

/**
 * Throws a `CommandError` if an export would replace files that `plinth config export` has not written, or if a folder
 * has the name of a file to write.
 */
export async function refuseForeignFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const exportFiles = entries.filter(({ name }) => name === MARK || name.endsWith(EXTENSION))
  const blockingFolder = exportFiles.find((entry) => entry.isDirectory())
  if (blockingFolder)
    throw new CommandError(`${join(folder, blockingFolder.name)} is a folder. Remove it, or choose another folder.`)
  if (exportFiles.length === 0 || exportFiles.some(({ name }) => name === MARK)) return
  throw new CommandError(
    `${folder} has ${EXTENSION} files, but no ${MARK}: it is not a configuration. Choose another folder.`,
  )
}

/**
 * Writes a document in canonical form into a folder, one file for each table, and removes the files of other tables.
 * Replaces files only once the document is complete. Returns the number of files.
 */
export async function writeConfigurationFolder(
  document: Readable,
  folder: string,
  { signal, onBytes }: WriteControl,
): Promise<number> {
  const drafts = new TableDrafts(folder)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeAbandonedDrafts(folder)
    const write = (chunks: AsyncIterable<string>) => drafts.write(linesOf(counted(chunks, onBytes)))
    await pipeline(document.setEncoding('utf8'), write, { signal })
    await drafts.commit()
    return drafts.count
  } catch (error) {
    throw systemCallOf(error) === undefined ? error : cannotBeWritten(folder, error)
  } finally {
    await drafts.remove()
  }
}

async function* counted(chunks: AsyncIterable<string>, onBytes: (count: number) => void): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    onBytes(Buffer.byteLength(chunk))
    yield chunk
  }
}

/** Removes the drafts of exports that were killed. */
async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(DRAFT.exec(name)?.groups?.pid)
    // With the id of this process too: in a container, every start has the same process id
    if (pid === process.pid || (pid > 0 && !isRunning(pid))) await rm(join(folder, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH' // it may be that of another user
  }
}

/** The new files of the tables, until they replace the previous ones. */
class TableDrafts {
  readonly #folder: string
  readonly #suffix = `.draft-${process.pid}`
  readonly #names: string[] = []
  #isComplete = false
  #file: FileHandle | undefined
  #text = ''

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Number of files, including the one that marks the folder. */
  get count(): number {
    return this.#names.length
  }

  /**
   * Writes the records of a canonical document to the drafts. The first line is `{"version":"1.0","data":{`. For each
   * table follow `"Units":[`, one record on each line, and `],`. The last line is `}}`.
   */
  async write(lines: AsyncIterable<string>): Promise<void> {
    for await (const line of lines) {
      if (this.#names.length === 0) await this.#writeMark(line)
      else if (line.startsWith('"')) await this.#begin(fileNameOf(JSON.parse(line.slice(0, line.lastIndexOf(':')))))
      else if (line.startsWith('{')) await this.#append(line)
      else this.#isComplete = line === '}}'
    }
    await this.#end()
  }

  /** Replaces the previous files, and removes those of other tables. */
  async commit(): Promise<void> {
    if (!this.#isComplete) throw new CommandError('The export was cut off. No file was replaced.')
    for (const name of this.#names) await rename(this.#draftOf(name), join(this.#folder, name))
    const previous = (await readdir(this.#folder)).filter((name) => name.endsWith(EXTENSION))
    for (const name of previous) if (!this.#names.includes(name)) await rm(join(this.#folder, name))
  }

  async remove(): Promise<void> {
    await this.#file?.close()
    for (const name of this.#names) await rm(this.#draftOf(name), { force: true })
  }

  /** The mark is written and renamed first, so that a folder with tables can always be exported to again. */
  async #writeMark(head: string): Promise<void> {
    const { version } = JSON.parse(`${head}}}`)
    await this.#begin(MARK)
    await this.#append(JSON.stringify({ version }))
  }

  async #begin(name: string): Promise<void> {
    await this.#end()
    this.#names.push(name)
    this.#file = await open(this.#draftOf(name), 'w', 0o600)
  }

  async #append(line: string): Promise<void> {
    this.#text += `${line.endsWith(',') ? line.slice(0, -1) : line}\n`
    if (this.#text.length >= PIECE_LENGTH) await this.#flush()
  }

  async #flush(): Promise<void> {
    await this.#file?.appendFile(this.#text)
    this.#text = ''
  }

  async #end(): Promise<void> {
    await this.#flush()
    await this.#file?.sync() // the content must be on disk before the file gets its name
    await this.#file?.close()
    this.#file = undefined
  }

  #draftOf(name: string): string {
    return join(this.#folder, name + this.#suffix)
  }
}

/** Opens a folder that `plinth config export` has written. Throws a `CommandError` for any other one. */
export async function openConfigurationFolder(folder: string): Promise<ConfigurationFolder> {
  const version = await versionIn(folder)
  const names = (await readdir(folder)).filter((name) => name.endsWith(EXTENSION)).sort()
  const tables = names.map((name) => ({ name: tableOf(name, folder), file: join(folder, name) }))
  const sizes = await Promise.all(tables.map(async ({ file }) => (await fileStats(file))?.size ?? 0))
  return {
    size: sizes.reduce((total, size) => total + size, 0),
    document: () => documentOf(tables, version),
  }
}

/**
 * Returns the stats of a file; `undefined` if they cannot be read. Throws a `CommandError` for a folder, and for a
 * pipe, whose reader would wait for ever.
 */
async function fileStats(path: string): Promise<Stats | undefined> {
  const stats = await stat(path).catch(() => undefined)
  if (stats && !stats.isFile()) throw new CommandError(`${path} is not a file. Replace it with one, or remove it.`)
  return stats
}

/** Returns the version in the file that marks a folder. As in a single file, the default is 1.0. */
async function versionIn(folder: string): Promise<unknown> {
  const mark = join(folder, MARK)
  await fileStats(mark)
  const text = await readFile(mark, 'utf8').catch(() => {
    throw new CommandError(
      `${folder} is a folder without ${MARK}. Name a configuration file, or a folder that plinth config export has written.`,
    )
  })
  return objectIn(text, mark).version ?? '1.0'
}

async function* documentOf(
  tables: readonly { readonly name: string; readonly file: string }[],
  version: unknown,
): AsyncGenerator<string> {
  yield `{"version":${JSON.stringify(version)},"data":{`
  for (const [index, { name, file }] of tables.entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(name)}:[`
    yield* recordsIn(file)
    yield ']'
  }
  yield '}}'
}

/** Yields the records of a file, separated by commas. */
async function* recordsIn(file: string): AsyncGenerator<string> {
  let [number, separator, piece] = [0, '', '']
  for await (const line of linesOf(textIn(file))) {
    number += 1
    if (line.trim() === '') continue
    checkRecord(line, `Line ${number} of ${file}`)
    piece += separator + line
    separator = ','
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** Yields the text of a file. Throws a `CommandError` unless it is UTF-8: replacement characters would be imported. */
async function* textIn(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new CommandError(`${file} is not UTF-8. Convert it, or export the folder again.`)
    }
  }
  for await (const bytes of createReadStream(file)) yield decode(bytes)
  yield decode()
}

/** Throws a `CommandError` unless a line is a record with unique keys. */
function checkRecord(line: string, place: string): void {
  objectIn(line, place)
  const key = duplicateKeyIn(line)
  if (key !== undefined) throw new CommandError(`${place} has the key "${key}" more than once.`)
}

/** Returns the JSON object in a text. Throws a `CommandError` with the place if the text is not a JSON object. */
function objectIn(text: string, place: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // The message of the parser would quote the line, but not say where it is
  }
  throw new CommandError(`${place} is not a JSON object.`)
}

const fileNameOf = (table: string) => encodeURIComponent(table) + EXTENSION

function tableOf(name: string, folder: string): string {
  try {
    return decodeURIComponent(name.slice(0, -EXTENSION.length))
  } catch {
    throw new CommandError(
      `The name of ${join(folder, name)} has an invalid % escape. Rename the file after its table, or export the folder again.`,
    )
  }
}
