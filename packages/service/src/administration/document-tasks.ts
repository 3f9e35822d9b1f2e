import type { Readable } from 'node:stream'
import {
  fileOnTheWire,
  type ImportProgress,
  type ImportReport,
  type ImportResult,
  planOnTheWire,
  planOptionsOf,
  planQuery,
} from '@plinth/config-transfer'
import { COMMAND, httpErrors, PlinthError, type ReceivedFile } from '@plinth/kernel'
import { compileCheck, withReceivedStream } from '@plinth/kernel/composition'
import type { StandardServices } from '../standard-plugins.js'

/** The outcome of an import. */
export interface ImportOutcome {
  readonly result: ImportResult
  readonly report: ImportReport
}

/** A plan, as over REST. */
export type PlanOutcome = ReturnType<typeof planOnTheWire>

/** An uploaded file, as over REST. */
export type UploadOutcome = ReturnType<typeof fileOnTheWire>

/** Cancels a task that receives a document, and gets the progress of an import. */
export interface DocumentControl {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

/** The names of the tasks whose output is a configuration file, which is streamed and never held in memory. */
export const EXPORT = 'config export'
export const CANONICAL_EXPORT = 'config export-canonical'

/** A task whose output is a document. */
export type ExportName = typeof EXPORT | typeof CANONICAL_EXPORT

export const isExport = (name: string): name is ExportName => name === EXPORT || name === CANONICAL_EXPORT

/** Opens the whole configuration as one document. */
export function exportDocument({ exportService }: StandardServices, name: ExportName): Promise<Readable> {
  return exportService.open(COMMAND, { isCanonical: name === CANONICAL_EXPORT })
}

/** The outcomes of the tasks that receive a document, by name. */
export interface DocumentOutcomes {
  readonly 'config import': ImportOutcome
  readonly 'config plan': PlanOutcome
  readonly 'config upload': UploadOutcome
}

export type DocumentTaskName = keyof DocumentOutcomes

/** The parameters of a task that receives a document, as those of a URL. */
export type DocumentParameters = Readonly<Record<string, string>>

type Receiver<Outcome> = (
  services: StandardServices,
  document: AsyncIterable<Buffer>,
  parameters: DocumentParameters,
  control: DocumentControl,
) => Promise<Outcome>

const checkPlanQuery = compileCheck(planQuery, httpErrors.INVALID_PARAMETERS)

const receivers: { readonly [Name in DocumentTaskName]: Receiver<DocumentOutcomes[Name]> } = {
  'config import': (services, document, { dry_run, atomic }, { signal, onProgress }) => {
    const options = { dryRun: dry_run === 'true', atomic: atomic === 'true', signal, onProgress }
    return withDocument(services, document, signal, (file) => services.importService.import(COMMAND, file, options))
  },
  'config plan': async (services, document, parameters, { signal }) => {
    const options = planOptionsOf(checkPlanQuery(parameters))
    return withDocument(services, document, signal, async (file) =>
      planOnTheWire(await services.planService.planFile(COMMAND, file, { ...options, signal })),
    )
  },
  'config upload': (services, document, _, { signal }) =>
    withDocument(services, document, signal, async (file) =>
      fileOnTheWire(await services.fileService.receive(COMMAND, file, signal)),
    ),
}

export const isDocumentTask = (name: string): name is DocumentTaskName => Object.hasOwn(receivers, name)

/** Performs a task that receives a document. */
export function receiveDocument<Name extends DocumentTaskName>(
  name: Name,
  ...task: Parameters<Receiver<DocumentOutcomes[Name]>>
): Promise<DocumentOutcomes[Name]> {
  return receivers[name](...task)
}

/** Passes a document to `use` after receiving all of it, with the same size limit as over REST. */
function withDocument<T>(
  { kernelSettings: { importLimit: limit, dataDir: folder } }: StandardServices,
  document: AsyncIterable<Buffer>,
  signal: AbortSignal,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  return withReceivedStream(document, { limit, folder, signal }, use).catch((error) => {
    throw isTooLarge(error) ? tooLarge(limit) : error
  })
}

const isTooLarge = (error: unknown) => error instanceof PlinthError && error.code === 'BODY_TOO_LARGE'

function tooLarge(limit: number): PlinthError {
  const message = `The document is larger than ${limit} bytes. Nothing was changed. PLINTH_IMPORT_LIMIT sets this limit.`
  return new PlinthError('BODY_TOO_LARGE', 413, message)
}
