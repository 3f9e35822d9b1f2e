import type { ConfigurationSource } from './configuration-upload.js'
import { errorOf } from './data-of.js'
import { PlinthImportRefusedError, PlinthUnexpectedResponseError } from './errors.js'
import { isObject, tryParseJson } from './problem.js'
import { type SendOptions, sendConfiguration, type UploadTarget } from './send-configuration.js'
import type { ImportReport } from './types.js'

export interface ImportOptions extends SendOptions {
  /** Reports the outcome without writing anything. */
  readonly dryRun?: boolean
  /** Writes nothing if any record fails, and throws a `PlinthImportRefusedError` with the report. */
  readonly atomic?: boolean
}

/** Uploads a configuration and returns the report. */
export async function importConfiguration(
  target: UploadTarget,
  source: ConfigurationSource,
  { dryRun = false, atomic = false, ...options }: ImportOptions,
): Promise<ImportReport> {
  const query = new URLSearchParams({ dry_run: String(dryRun), atomic: String(atomic) })
  return reportOf(await sendConfiguration(target, `/settings/import_config?${query}`, source, options))
}

async function reportOf(response: Response): Promise<ImportReport> {
  const text = await response.text()
  const body = tryParseJson(text) ?? text
  if (!isReport(body)) {
    throw response.ok
      ? new PlinthUnexpectedResponseError(response, 'it is not the report of an import')
      : errorOf(body, response)
  }
  if (response.ok) return body
  if (response.status !== 422) throw errorOf(body, response)
  throw new PlinthImportRefusedError(body, response.headers.get('X-Request-Id') ?? undefined)
}

function isReport(body: unknown): body is ImportReport {
  return isObject(body) && typeof body.message === 'string' && isObject(body.summary) && isObject(body.results)
}
