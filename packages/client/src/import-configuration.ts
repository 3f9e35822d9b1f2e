import { type ConfigurationSource, canOpenAgain, uploadOf } from './configuration-upload.js'
import type { Connection } from './connection.js'
import { errorOf } from './data-of.js'
import { PlinthAnswerError, PlinthImportRefusedError } from './errors.js'
import { isNode } from './is-node.js'
import type { CallOptions } from './options.js'
import { isObject, jsonIn } from './problem.js'
import type { ImportReport } from './types.js'

export interface ImportOptions extends CallOptions {
  /** Only report; write nothing. */
  readonly dryRun?: boolean
  /** Write nothing if any record fails: throws a `PlinthImportRefusedError` with the report then. */
  readonly atomic?: boolean
  /**
   * Told the bytes of the file that were handed to the network, and how many there are, where that is known. Begins
   * again with another try. Not told in browsers: their fetch does not tell.
   */
  readonly onProgress?: (sentBytes: number, totalBytes: number | undefined) => void
}

/** Where imports go, and how. */
export interface ImportTarget {
  readonly connection: Connection
  readonly url: string
  readonly streamUploads: boolean
}

/** Sends a configuration and resolves to the report. */
export async function importConfiguration(
  { connection, url, streamUploads }: ImportTarget,
  source: ConfigurationSource,
  { dryRun = false, atomic = false, onProgress = () => {}, signal }: ImportOptions,
): Promise<ImportReport> {
  const query = new URLSearchParams({ dry_run: String(dryRun), atomic: String(atomic) })
  const address = `${url}/settings/import_config?${query}`
  let sourceFault: { readonly error: unknown } | undefined
  const onFault = (error: unknown) => {
    sourceFault = { error }
  }
  const request = async () => {
    const upload = await uploadOf(source, { streamUploads, onProgress, onFault, signal })
    // With any other `redirect` Node's fetch keeps a copy of the body, for a redirect that may come: the whole file in
    // memory.
    const redirect = isNode() ? 'error' : 'manual'
    return new Request(address, { method: 'POST', redirect, ...upload, signal: signal ?? null })
  }
  signal?.throwIfAborted()
  const sending = connection.send({ request, canRepeat: canOpenAgain(source) })
  return reportOf(
    await sending.catch((error: unknown) => {
      throw sourceFault ? sourceFault.error : error
    }),
  )
}

async function reportOf(response: Response): Promise<ImportReport> {
  const text = await response.text()
  const body = jsonIn(text) ?? text
  if (!isReport(body)) {
    throw response.ok ? new PlinthAnswerError(response, 'it is no report of an import') : errorOf(body, response)
  }
  if (response.ok) return body
  if (response.status !== 422) throw errorOf(body, response)
  throw new PlinthImportRefusedError(body, response.headers.get('X-Request-Id') ?? undefined)
}

function isReport(body: unknown): body is ImportReport {
  return isObject(body) && typeof body.message === 'string' && isObject(body.summary) && isObject(body.results)
}
