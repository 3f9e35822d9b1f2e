import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { DocumentControl } from '../administration/document-tasks.js'
import { CommandError } from './command-error.js'
import { openConfigurationFolder } from './configuration-folder.js'
import { TransferBar } from './transfer-bar.js'

/** A document to send. */
interface Source {
  readonly name: string
  readonly chunks: Readable
  /** Its size in bytes, if known. */
  readonly size?: number
}

/** Passes the content of a file or folder, or of stdin for `-`, to `send`, and shows the progress. */
export async function transferDocument<T>(
  file: string,
  signal: AbortSignal,
  send: (document: Readable, control: DocumentControl) => Promise<T>,
): Promise<T> {
  const source = file === '-' ? { name: 'stdin', chunks: process.stdin } : await openSource(file)
  // A source that sends nothing would otherwise delay the exit
  signal.addEventListener('abort', () => source.chunks.destroy(new Error('interrupted')))
  const bar = await TransferBar.open()
  bar.startPhase('Starting')
  try {
    const document = Readable.from(withProgress(source, bar))
    return await send(document, { signal, onProgress: (progress) => bar.showRecords(progress) })
  } finally {
    // After a failed transfer, a pipe that still delivers input would keep this process alive
    source.chunks.destroy()
    bar.end()
  }
}

async function openSource(file: string): Promise<Source> {
  let handle: FileHandle | undefined
  try {
    handle = await open(file)
    const found = await handle.stat()
    if (!found.isDirectory()) return { name: file, chunks: handle.createReadStream(), size: found.size }
    await handle.close()
    const { size, document } = await openConfigurationFolder(file)
    return { name: file, chunks: Readable.from(document(), { objectMode: false }), size }
  } catch (error) {
    throw error instanceof CommandError ? error : cannotBeRead(file, error)
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
