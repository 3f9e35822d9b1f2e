import { type ConfigurationSource, canOpenAgain, uploadOf } from './configuration-upload.js'
import type { Connection } from './connection.js'
import { errorOf } from './data-of.js'
import { PlinthImportRefusedError, PlinthUnexpectedResponseError } from './errors.js'
import { isNode } from './is-node.js'
import type { CallOptions } from './options.js'
import { isObject, tryParseJson } from './problem.js'
import type { ImportReport } from './types.js'

export interface ImportOptions extends CallOptions {
  /** Reports the outcome without writing anything. */
  readonly dryRun?: boolean
  /** Writes nothing if any record fails, and throws a `PlinthImportRefusedError` with the report. */
  readonly atomic?: boolean
  /**
   * Called with the number of bytes of the file passed to the network, and the total if known. Restarts with each
   * attempt. Not called in browsers, whose fetch reports no progress.
   */
  readonly onProgress?: (sentBytes: number, totalBytes: number | undefined) => void
}

/** The service to import into. */
export interface ImportTarget {
  readonly connection: Connection
  readonly url: string
  readonly streamUploads: boolean
}

/** Uploads a configuration and returns the report. */
export async function importConfiguration(
  { connection, url, streamUploads }: ImportTarget,
  source: ConfigurationSource,
  { dryRun = false, atomic = false, onProgress = () => {}, signal }: ImportOptions,
): Promise<ImportReport> {
  const query = new URLSearchParams({ dry_run: String(dryRun), atomic: String(atomic) })
  const requestUrl = `${url}/settings/import_config?${query}`
  let sourceError: { readonly error: unknown } | undefined
  const onSourceError = (error: unknown) => {
    sourceError = { error }
  }
  const request = async () => {
    const upload = await uploadOf(source, { streamUploads, onProgress, onSourceError, signal })
    // With any other `redirect`, Node's fetch keeps a copy of the whole file in memory in case of a redirect.
    const redirect = isNode() ? 'error' : 'manual'
    return new Request(requestUrl, { method: 'POST', redirect, ...upload, signal: signal ?? null })
  }
  signal?.throwIfAborted()
  const sending = connection.send({ request, canRepeat: canOpenAgain(source) })
  return reportOf(
    await sending.catch((error: unknown) => {
      throw sourceError ? sourceError.error : error
    }),
  )
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
