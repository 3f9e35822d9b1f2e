import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DATA_DIR, databaseFileOf, isReservedName } from '@plinth/kernel/composition'
import { CANONICAL_EXPORT, EXPORT } from '../administration/document-tasks.js'
import { withExport } from '../administration/run-document-task.js'
import { readEnvironment } from '../environment/read-environment.js'
import { escapeInvisibleInJson } from '../escape-invisible.js'
import { statsOf } from '../file-access.js'
import { KEY_FILE } from '../key-file.js'
import { standardPlugins } from '../standard-plugins.js'
import { abortOnSignals } from './abort-on-signals.js'
import { CommandError } from './command-error.js'
import { refuseForeignFolder, writeConfigurationFolder } from './configuration-folder.js'
import { countOf } from './count-of.js'
import { formatBytes } from './format-bytes.js'
import { printJson, printLines } from './print.js'
import { TransferBar } from './transfer-bar.js'
import { refuseToOverwrite, type WriteControl, writeFileAtomically } from './write-file-atomically.js'

export interface ExportConfigOptions {
  readonly force?: boolean | undefined
  readonly json?: boolean | undefined
}

/** `plinth config export`: writes the whole configuration to a file or folder, or to stdout. */
export async function exportConfig(file: string, { force = false, json }: ExportConfigOptions): Promise<void> {
  if (file === '-') return withExport(EXPORT, (document) => reportIfCutOff(toStdout(document)))
  if (isFolder(file)) return exportToFolder(file, { json })
  await refuseToOverwrite(file, force)
  refuseToReplaceOwnFile(file)
  const { bytes } = await withExport(EXPORT, (document) =>
    transfer((control) => writeFileAtomically(document, file, { force, ...control })),
  )
  if (json) printJson({ file, bytes })
  else printLines([`The configuration was exported to ${file} (${formatBytes(bytes)}).`])
}

/** Whether a path names a folder: one that exists, or any that ends in a slash. */
function isFolder(path: string): boolean {
  return path.endsWith('/') || statsOf(path)?.isDirectory() === true
}

async function exportToFolder(folder: string, { json }: Pick<ExportConfigOptions, 'json'>): Promise<void> {
  await refuseForeignFolder(folder)
  const { result: files, bytes } = await withExport(CANONICAL_EXPORT, (document) =>
    transfer((control) => writeConfigurationFolder(document, folder, control)),
  )
  if (json) printJson({ folder, files, bytes })
  else printLines([`The configuration was exported to ${folder} (${countOf(files, 'file')}, ${formatBytes(bytes)}).`])
}

/** Throws a `CommandError` for the files of Plinth itself, which not even `--force` replaces. */
function refuseToReplaceOwnFile(file: string): void {
  const settings = readEnvironment(process.env, standardPlugins)
  const database = databaseFileOf(settings)
  const key = join(String(settings.dataDir ?? DATA_DIR), KEY_FILE)
  if ([database, key].some((own) => own !== undefined && (isSameFile(file, own) || isReservedName(file, own))))
    throw new CommandError(`${file} is a file of Plinth itself. Choose another name.`)
}

function isSameFile(one: string, other: string): boolean {
  const [first, second] = [statsOf(one), statsOf(other)]
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
}

/** Writes the document unchanged, except on a terminal, where control characters are escaped. */
function toStdout(document: Readable): Promise<void> {
  const { stdout } = process
  if (!stdout.isTTY) return pipeline(document, stdout, { end: false })
  return pipeline(document.setEncoding('utf8'), visibleChunks, stdout, { end: false })
}

async function* visibleChunks(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of chunks) yield escapeInvisibleInJson(chunk)
}

/** Runs `write` with a progress bar; SIGINT or SIGTERM cancels it. Returns its result and the number of bytes. */
async function transfer<T>(
  write: (control: WriteControl) => Promise<T>,
): Promise<{ readonly result: T; readonly bytes: number }> {
  const signal = abortOnSignals()
  const bar = await TransferBar.open()
  bar.startBytes('Exporting')
  let bytes = 0
  const onBytes = (count: number) => {
    bytes += count
    bar.addBytes(count)
  }
  try {
    const result = await reportIfCutOff(write({ signal, onBytes }))
    return { result, bytes }
  } catch (error) {
    throw signal.aborted ? new CommandError('Interrupted. No file was written.') : error
  } finally {
    bar.end()
  }
}

/** Converts the error of a transfer that the service, or the reader of the output, has cut off. */
function reportIfCutOff<T>(writing: Promise<T>): Promise<T> {
  return writing.catch((error: Error & { code?: string }) => {
    if (error instanceof CommandError || error.name === 'AbortError') throw error
    throw new CommandError(
      `The export was cut off (${error.code ?? error.name}). Its output is incomplete: do not use it.`,
    )
  })
}
