import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from './command-error.js'

export interface WriteWholeFileOptions {
  /** Replaces a file of that name. */
  readonly force: boolean
  readonly signal: AbortSignal
  readonly onBytes: (count: number) => void
}

/** Throws a `CommandError` when a file is there that may not be replaced, or that is none. */
export async function refuseToOverwrite(file: string, force: boolean): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (!found) return
  if (!found.isFile()) throw new CommandError(`${file} is there already and is no file. Choose another name.`)
  if (!force) throw alreadyThere(file)
}

/**
 * Writes a file that only this user may read: whole, or not at all. Throws a `CommandError` when it cannot be written.
 */
export async function writeWholeFile(
  content: Readable,
  file: string,
  { force, signal, onBytes }: WriteWholeFileOptions,
): Promise<void> {
  const draft = `${file}.${process.pid}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await pipeline(content, (chunks) => append(chunks, handle, onBytes), { signal })
      await handle.sync() // a name must not come before what it names
    } finally {
      await handle.close()
    }
    await (force ? rename(draft, file) : giveNewName(draft, file))
  } catch (error) {
    throw systemCallOf(error) === undefined ? error : cannotBeWritten(file, error)
  } finally {
    await rm(draft, { force: true })
  }
}

async function append(
  chunks: AsyncIterable<Buffer>,
  handle: FileHandle,
  onBytes: (count: number) => void,
): Promise<void> {
  for await (const chunk of chunks) {
    await handle.appendFile(chunk)
    onBytes(chunk.length)
  }
}

/** Never over a file that has come meanwhile. A file system without links cannot promise that. */
async function giveNewName(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw alreadyThere(file)
    await refuseToOverwrite(file, false)
    await rename(draft, file)
  }
}

const alreadyThere = (file: string) =>
  new CommandError(`${file} is there already. Choose another name, or replace it with --force.`)

const cannotBeWritten = (file: string, error: unknown) =>
  new CommandError(`${file} cannot be written (${codeOf(error)}). Check its folder and the space that is left.`)

const codeOf = (error: unknown) => (error as { code?: string }).code
const systemCallOf = (error: unknown) => (error as { syscall?: string }).syscall
