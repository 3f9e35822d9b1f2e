import type { Readable } from 'node:stream'
import type { ImportProgress, ImportReport, ImportResult } from '@plinth/config-transfer'
import { COMMAND, PlinthError } from '@plinth/kernel'
import { withReceivedStream } from '@plinth/kernel/composition'
import type { StandardServices } from '../standard-plugins.js'

/** The mode of an import. */
export interface ImportMode {
  /** Reports the outcome without writing anything. */
  readonly dryRun: boolean
  /** Writes nothing if any record fails. */
  readonly atomic: boolean
}

/** The outcome of an import. */
export interface ImportOutcome {
  readonly result: ImportResult
  readonly report: ImportReport
}

/** Cancels an import, and receives its progress. */
export interface ImportControl {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

/** The names of the tasks whose input or output is a configuration file. It is streamed, and never held in memory. */
export const EXPORT = 'config export'
export const IMPORT = 'config import'

/** Opens the whole configuration as one document. */
export function exportDocument({ exportService }: StandardServices): Promise<Readable> {
  return exportService.open(COMMAND)
}

/** Imports a document after receiving all of it, with the same size limit as over REST. */
export function importDocument(
  { importService, kernelSettings }: StandardServices,
  document: AsyncIterable<Buffer>,
  { dryRun, atomic }: ImportMode,
  { signal, onProgress }: ImportControl,
): Promise<ImportOutcome> {
  const { importLimit: limit, dataDir: folder } = kernelSettings
  return withReceivedStream(document, { limit, folder, signal }, (file) =>
    importService.import(COMMAND, file, { dryRun, atomic, signal, onProgress }),
  ).catch((error) => {
    throw isTooLarge(error) ? tooLarge(limit) : error
  })
}

const isTooLarge = (error: unknown) => error instanceof PlinthError && error.code === 'BODY_TOO_LARGE'

function tooLarge(limit: number): PlinthError {
  const message = `The document is larger than ${limit} bytes. Nothing was imported. PLINTH_IMPORT_LIMIT sets this limit.`
  return new PlinthError('BODY_TOO_LARGE', 413, message)
}
