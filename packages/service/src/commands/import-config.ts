import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ImportMode, ImportOutcome } from '../administration/document-tasks.js'
import { runImport } from '../administration/run-document-task.js'
import { abortOnSignals } from './abort-on-signals.js'
import { CommandError } from './command-error.js'
import { formatReport } from './format-report.js'
import { printJson, printLines } from './print.js'
import { TransferBar } from './transfer-bar.js'

export interface ImportConfigOptions extends Partial<ImportMode> {
  readonly json?: boolean | undefined
}

/** A document to import. */
interface Source {
  readonly name: string
  readonly chunks: Readable
  /** Its size in bytes, if known. */
  readonly size?: number
}

/** `plinth config import`: imports a document and prints the report. Returns whether all records are free of errors. */
export async function importConfig(
  file: string,
  { dryRun = false, atomic = false, json = false }: ImportConfigOptions,
): Promise<boolean> {
  const source = file === '-' ? { name: 'stdin', chunks: process.stdin } : await openSource(file)
  const { report } = await transfer(source, { dryRun, atomic })
  if (json) printJson(report)
  else printLines(formatReport(report))
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
  throw new CommandError(`${file} is a folder. Name the file that contains the configuration.`)
}

async function transfer(source: Source, mode: ImportMode): Promise<ImportOutcome> {
  const signal = abortOnSignals()
  // A source that sends nothing would otherwise delay the exit
  signal.addEventListener('abort', () => source.chunks.destroy(new Error('interrupted')))
  const bar = await TransferBar.open()
  bar.startPhase('Starting')
  try {
    const document = Readable.from(withProgress(source, bar))
    return await runImport(document, mode, { signal, onProgress: (progress) => bar.showRecords(progress) })
  } catch (error) {
    throw signal.aborted
      ? new CommandError('Interrupted. The import was cancelled, unless it had just finished.')
      : error
  } finally {
    // After a failed import, a pipe that still delivers input would keep this process alive
    source.chunks.destroy()
    bar.end()
  }
}

/** Passes the document through, updates the progress bar, and reports read errors with the name of the source. */
async function* withProgress({ name, chunks, size }: Source, bar: TransferBar): AsyncGenerator<Buffer> {
  bar.startBytes('Reading', size)
  try {
    for await (const chunk of chunks) {
      bar.addBytes(chunk.length)
      yield chunk
    }
  } catch (error) {
    throw (error as { syscall?: string }).syscall === 'read' ? cannotBeRead(name, error) : error
  }
  bar.startPhase('Checking')
}

const cannotBeRead = (name: string, error: unknown) =>
  new CommandError(`${name} cannot be read (${(error as { code?: string }).code ?? 'no code'}).`)
