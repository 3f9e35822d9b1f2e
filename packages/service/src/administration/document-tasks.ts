import type { Readable } from 'node:stream'
import {
  type ImportProgress,
  type ImportReport,
  type ImportResult,
  type PlanQuery,
  planOnTheWire,
  planOptionsOf,
  planQuery,
} from '@plinth/config-transfer'
import { COMMAND, httpErrors, PlinthError, type ReceivedFile } from '@plinth/kernel'
import { compileCheck, withReceivedStream } from '@plinth/kernel/composition'
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

/** A plan, as over REST. */
export type PlanOutcome = ReturnType<typeof planOnTheWire>

/** Cancels a task that receives a document, and gets the progress of an import. */
export interface DocumentControl {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

/** The names of the tasks whose input or output is a configuration file. It is streamed, and never held in memory. */
export const EXPORT = 'config export'
export const CANONICAL_EXPORT = 'config export-canonical'
export const IMPORT = 'config import'
export const PLAN = 'config plan'

/** A task whose output is a document. */
export type ExportName = typeof EXPORT | typeof CANONICAL_EXPORT

export const isExport = (name: string): name is ExportName => name === EXPORT || name === CANONICAL_EXPORT

/** Opens the whole configuration as one document. */
export function exportDocument({ exportService }: StandardServices, name: ExportName): Promise<Readable> {
  return exportService.open(COMMAND, { isCanonical: name === CANONICAL_EXPORT })
}

/** Imports a document. */
export function importDocument(
  services: StandardServices,
  document: AsyncIterable<Buffer>,
  { dryRun, atomic }: ImportMode,
  { signal, onProgress }: DocumentControl,
): Promise<ImportOutcome> {
  return withDocument(services, document, signal, (file) =>
    services.importService.import(COMMAND, file, { dryRun, atomic, signal, onProgress }),
  )
}

/** Plans what a document would change, with the parameters of the REST interface. */
export async function planDocument(
  services: StandardServices,
  document: AsyncIterable<Buffer>,
  query: PlanQuery,
  { signal }: DocumentControl,
): Promise<PlanOutcome> {
  const options = planOptionsOf(checkPlanQuery(query))
  return withDocument(services, document, signal, async (file) =>
    planOnTheWire(await services.planService.planFile(COMMAND, file, { ...options, signal })),
  )
}

const checkPlanQuery = compileCheck(planQuery, httpErrors.INVALID_PARAMETERS)

/** Performs a task that receives a document, with the parameters of a URL. */
export type Receiver = (
  services: StandardServices,
  document: AsyncIterable<Buffer>,
  parameters: URLSearchParams,
  control: DocumentControl,
) => Promise<ImportOutcome | PlanOutcome>

/** The tasks that receive a document, by name. */
export const receivers: ReadonlyMap<string, Receiver> = new Map<string, Receiver>([
  [
    IMPORT,
    (services, document, parameters, control) => {
      const mode = { dryRun: parameters.get('dry_run') === 'true', atomic: parameters.get('atomic') === 'true' }
      return importDocument(services, document, mode, control)
    },
  ],
  [
    PLAN,
    (services, document, parameters, control) =>
      planDocument(services, document, Object.fromEntries(parameters) as PlanQuery, control),
  ],
])

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
