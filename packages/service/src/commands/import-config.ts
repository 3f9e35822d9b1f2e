import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ImportChoice, ImportOutcome } from '../administration/document-tasks.js'
import { runImport } from '../administration/run-document-task.js'
import { CommandError } from './command-error.js'
import { reportInWords } from './import-report.js'
import { interruption } from './interruption.js'
import { printJson, printLines } from './print.js'
import { TransferBar } from './transfer-bar.js'

export interface ImportConfigOptions extends Partial<ImportChoice> {
  readonly json?: boolean | undefined
}

/** A document that is to be imported, and how long it is where that is known. */
interface Source {
  readonly name: string
  readonly chunks: Readable
  readonly size?: number
}

/**
 * `plinth config import`: brings a document in and tells what became of each record. Returns whether none has an error.
 */
export async function importConfig(
  file: string,
  { dryRun = false, atomic = false, json = false }: ImportConfigOptions,
): Promise<boolean> {
  const source = file === '-' ? { name: 'stdin', chunks: process.stdin } : await openSource(file)
  const { report } = await transfer(source, { dryRun, atomic })
  if (json) printJson(report)
  else printLines(reportInWords(report))
  return report.summary.errors === 0
}

async function openSource(file: string): Promise<Source> {
  let handle: FileHandle | undefined
  try {
    handle = await open(file)
    const found = await handle.stat()
    if (!found.isDirectory()) return { name: file, chunks: handle.createReadStream(), size: found.size }
    await handle.close()
  } catch (error) {
    throw cannotBeRead(file, error)
  }
  throw new CommandError(`${file} is a folder. Give the file with the configuration.`)
}

async function transfer(source: Source, choice: ImportChoice): Promise<ImportOutcome> {
  const signal = interruption()
  // It may have nothing to say for long
  signal.addEventListener('abort', () => source.chunks.destroy(new Error('interrupted')))
  const bar = await TransferBar.open()
  bar.wait('Starting')
  try {
    const document = Readable.from(watched(source, bar))
    return await runImport(document, choice, { signal, onProgress: (progress) => bar.judged(progress) })
  } catch (error) {
    throw signal.aborted ? new CommandError('Interrupted. The import was given up, unless it had just ended.') : error
  } finally {
    // Whoever writes to a pipe that is refused may have more to say, and this command would wait for it
    source.chunks.destroy()
    bar.end()
  }
}

/** A document on its way; what is wrong with its source is told in words of its own. */
async function* watched({ name, chunks, size }: Source, bar: TransferBar): AsyncGenerator<Buffer> {
  bar.pass('Reading', size)
  try {
    for await (const chunk of chunks) {
      bar.passed(chunk.length)
      yield chunk
    }
  } catch (error) {
    throw (error as { syscall?: string }).syscall === 'read' ? cannotBeRead(name, error) : error
  }
  bar.wait('Checking')
}

const cannotBeRead = (name: string, error: unknown) =>
  new CommandError(`${name} cannot be read (${(error as { code?: string }).code ?? 'no code'}).`)
