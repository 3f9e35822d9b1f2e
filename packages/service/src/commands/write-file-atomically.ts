import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from './command-error.js'

/** Cancels the writing of a document, and gets its progress. */
export interface WriteControl {
  readonly signal: AbortSignal
  readonly onBytes: (count: number) => void
}

export interface WriteFileOptions extends WriteControl {
  /** Replaces an existing file. */
  readonly force: boolean
}

/** Throws a `CommandError` if there is a file at the path and `force` is not set, or if it is not a regular file. */
export async function refuseToOverwrite(file: string, force: boolean): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (!found) return
  if (!found.isFile()) throw new CommandError(`${file} already exists and is not a regular file. Choose another name.`)
  if (!force) throw alreadyExists(file)
}

/** Writes a file atomically, readable only by this user. Throws a `CommandError` if it cannot be written. */
export async function writeFileAtomically(
  content: Readable,
  file: string,
  { force, signal, onBytes }: WriteFileOptions,
): Promise<void> {
  const draft = `${file}.${process.pid}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await writeTo(handle, content, { signal, onBytes })
      await (force ? rename(draft, file) : renameToNew(draft, file))
    } finally {
      await rm(draft, { force: true })
    }
  } catch (error) {
    throw systemCallOf(error) === undefined ? error : cannotBeWritten(file, error)
  }
}

async function writeTo(handle: FileHandle, content: Readable, { signal, onBytes }: WriteControl): Promise<void> {
  try {
    await pipeline(content, (chunks) => append(chunks, handle, onBytes), { signal })
    await handle.sync() // the content must be on disk before the file gets its name
  } finally {
    await handle.close()
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

/**
 * Renames the draft. Throws if the file has been created since the first check. On a file system without hard links,
 * this second check is not atomic.
 */
async function renameToNew(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw alreadyExists(file)
    await refuseToOverwrite(file, false)
    await rename(draft, file)
  }
}

const alreadyExists = (file: string) =>
  new CommandError(`${file} already exists. Choose another name, or replace it with --force.`)

/** Returns the error for a file or folder that the system does not let us write. */
export const cannotBeWritten = (file: string, error: unknown) =>
  new CommandError(`${file} cannot be written (${codeOf(error)}). Check its folder and the free disk space.`)

const codeOf = (error: unknown) => (error as { code?: string }).code
/** Returns the system call that has failed, if an error comes from the system. */
export const systemCallOf = (error: unknown) => (error as { syscall?: string }).syscall
