import type { Client } from 'openapi-fetch'
import { dataOf, hasType } from './data-of.js'
import { PlinthAnswerError, PlinthNetworkError } from './errors.js'
import type { paths } from './generated/schema.js'
import { ObjectEnd } from './object-end.js'
import type { CallOptions } from './options.js'

export interface ExportOptions extends CallOptions {
  /** Told the bytes so far, after each chunk; the service does not know before how many it will be. */
  readonly onProgress?: (bytesSoFar: number) => void
}

/** A configuration on its way. */
export interface ConfigurationExport {
  /** Its bytes, as they come. Read it to its end or cancel it: until then the service holds a place for it. */
  readonly stream: ReadableStream<Uint8Array>
  /** What to call the file. */
  readonly filename: string
}

const FILENAME = 'configuration_export.json'

/** Asks for the configuration; resolves when it begins to come. */
export async function exportConfiguration(
  rest: Client<paths>,
  { onProgress, signal }: ExportOptions,
): Promise<ConfigurationExport> {
  const call = rest.GET('/settings/export_config', { parseAs: 'stream', signal })
  const stream = (await dataOf(call)) as ReadableStream<Uint8Array> | null
  const { response } = await call
  if (!stream || !hasType(response, 'application/json')) {
    await stream?.cancel()
    throw new PlinthAnswerError(response, 'it is no configuration')
  }
  return { stream: stream.pipeThrough(whole(onProgress)), filename: filenameOf(response) }
}

/**
 * Counts, and ends with an error when the document is not closed: not every proxy hands on that a connection was cut.
 */
function whole(onProgress: ExportOptions['onProgress']): TransformStream<Uint8Array, Uint8Array> {
  const end = new ObjectEnd()
  let bytesSoFar = 0
  return new TransformStream({
    transform(chunk, controller) {
      end.follow(chunk)
      bytesSoFar += chunk.byteLength
      controller.enqueue(chunk)
      onProgress?.(bytesSoFar)
    },
    flush() {
      if (!end.isReached) throw new PlinthNetworkError(`The export was cut off after ${bytesSoFar} bytes.`)
    },
  })
}

/** A page of another origin may not see the header. No name leads to a folder: `.`, `..`, and on Windows `.. ` do. */
function filenameOf({ headers }: Response): string {
  const name = headers.get('Content-Disposition')?.match(/filename="([^"/\\]+)"/)?.[1]
  return name && !/^[. ]+$/.test(name) ? name : FILENAME
}
