import type { Readable } from 'node:stream'
import type { Ending, ImportProgress, ImportReport } from '@plinth/config-transfer'
import { COMMAND, PlinthError } from '@plinth/kernel'
import { withReceivedStream } from '@plinth/kernel/composition'
import type { StandardServices } from '../standard-plugins.js'

/** How an import is to be done. */
export interface ImportChoice {
  /** Only tell what would become of the records. */
  readonly dryRun: boolean
  /** Write nothing if any record fails. */
  readonly atomic: boolean
}

/** What came of an import. */
export interface ImportOutcome {
  readonly ending: Ending
  readonly report: ImportReport
}

/** What an import is given up by, and who follows it. */
export interface ImportFollower {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

/** The tasks whose input or output is a document: it passes in pieces, and nobody holds it. */
export const EXPORT = 'config export'
export const IMPORT = 'config import'

/** Opens the whole configuration as one document. */
export function exportDocument({ exportService }: StandardServices): Promise<Readable> {
  return exportService.open(COMMAND)
}

/** Brings a document in once it has arrived whole, as large as a service takes one over REST. */
export function importDocument(
  { importService, kernelSettings }: StandardServices,
  document: AsyncIterable<Buffer>,
  { dryRun, atomic }: ImportChoice,
  { signal, onProgress }: ImportFollower,
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
  const message = `The document is larger than ${limit} bytes. Nothing was imported; PLINTH_IMPORT_LIMIT sets how large it may be.`
  return new PlinthError('BODY_TOO_LARGE', 413, message)
}
