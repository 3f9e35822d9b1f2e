import type { Client } from 'openapi-fetch'
import { dataOf, hasType, type Outcome } from './data-of.js'
import { PlinthNetworkError, PlinthUnexpectedResponseError } from './errors.js'
import type { paths } from './generated/schema.js'
import { ObjectEndDetector } from './object-end-detector.js'
import type { CallOptions } from './options.js'

export interface ExportOptions extends CallOptions {
  /** Called after each chunk with the bytes received so far. The service does not know the total in advance. */
  readonly onProgress?: (bytesSoFar: number) => void
}

/** A configuration that is being downloaded. */
export interface ConfigurationExport {
  /** Its bytes. Read it to the end or cancel it: until then it occupies one of the service's export slots. */
  readonly stream: ReadableStream<Uint8Array>
  /** The suggested file name. */
  readonly filename: string
}

const FILENAME = 'configuration_export.json'

/** Requests the configuration; resolves when the download begins. */
export function exportConfiguration(rest: Client<paths>, options: ExportOptions): Promise<ConfigurationExport> {
  return download(rest.GET('/settings/export_config', streamed(options)), options)
}

/** Returns the options of a call whose response `download` reads. */
export function streamed({ signal }: ExportOptions) {
  return { parseAs: 'stream', signal } as const
}

/** Resolves when the response to a call for a configuration begins. */
export async function download(call: Promise<Outcome>, { onProgress }: ExportOptions): Promise<ConfigurationExport> {
  const stream = (await dataOf(call)) as ReadableStream<Uint8Array> | null
  const { response } = await call
  if (!stream || !hasType(response, 'application/json')) {
    await stream?.cancel()
    throw new PlinthUnexpectedResponseError(response, 'it is not a configuration')
  }
  return { stream: stream.pipeThrough(completenessCheck(onProgress)), filename: filenameOf(response) }
}

/**
 * Counts the bytes, and fails if the document is incomplete: some proxies hide that a connection was cut.
 */
function completenessCheck(onProgress: ExportOptions['onProgress']): TransformStream<Uint8Array, Uint8Array> {
  const end = new ObjectEndDetector()
  let bytesSoFar = 0
  return new TransformStream({
    transform(chunk, controller) {
      end.scan(chunk)
      bytesSoFar += chunk.byteLength
      controller.enqueue(chunk)
      onProgress?.(bytesSoFar)
    },
    flush() {
      if (!end.isReached) throw new PlinthNetworkError(`The export was cut off after ${bytesSoFar} bytes.`)
    },
  })
}

/**
 * Returns the file name that the service suggests. A page of another origin cannot read the header. Names that refer to
 * a folder (`.`, `..`, and on Windows `.. `) are not used.
 */
function filenameOf({ headers }: Response): string {
  const name = headers.get('Content-Disposition')?.match(/filename="([^"/\\]+)"/)?.[1]
  return name && !/^[. ]+$/.test(name) ? name : FILENAME
}
