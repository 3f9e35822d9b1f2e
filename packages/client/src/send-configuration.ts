import { type ConfigurationSource, canOpenAgain, uploadOf } from './configuration-upload.js'
import type { Connection } from './connection.js'
import { errorOf } from './data-of.js'
import { PlinthUnexpectedResponseError } from './errors.js'
import { isNode } from './is-node.js'
import type { CallOptions } from './options.js'
import { tryParseJson } from './problem.js'

export interface SendOptions extends CallOptions {
  /**
   * Called with the number of bytes of the file passed to the network, and the total if known. Restarts with each
   * attempt. Not called in browsers, whose fetch reports no progress.
   */
  readonly onProgress?: (sentBytes: number, totalBytes: number | undefined) => void
}

/** Where to send an upload, and how. */
export interface UploadTarget {
  readonly connection: Connection
  readonly url: string
  readonly streamUploads: boolean
}

/** The key of the property with a client's `UploadTarget`. */
export const uploadTarget = Symbol('uploadTarget')

/**
 * Uploads a configuration and returns the body of the response. Throws if `isValid` returns false for the body. The
 * error says that the response is not what `expected` names.
 */
export async function uploadFor<T>(
  target: UploadTarget,
  path: string,
  source: ConfigurationSource,
  {
    expected,
    isValid,
    ...options
  }: SendOptions & {
    readonly expected: string
    readonly isValid: (body: unknown) => body is T
  },
): Promise<T> {
  const response = await sendConfiguration(target, path, source, options)
  const text = await response.text()
  const body = tryParseJson(text) ?? text
  if (!response.ok) throw errorOf(body, response)
  if (!isValid(body)) throw new PlinthUnexpectedResponseError(response, `it is not ${expected}`)
  return body
}

/** Uploads a configuration to a path of the service. */
export async function sendConfiguration(
  { connection, url, streamUploads }: UploadTarget,
  path: string,
  source: ConfigurationSource,
  { onProgress = () => {}, signal }: SendOptions,
): Promise<Response> {
  let sourceError: { readonly error: unknown } | undefined
  const onSourceError = (error: unknown) => {
    sourceError = { error }
  }
  const request = async () => {
    const upload = await uploadOf(source, { streamUploads, onProgress, onSourceError, signal })
    // With any other `redirect`, Node's fetch keeps a copy of the whole file in memory in case of a redirect.
    const redirect = isNode() ? 'error' : 'manual'
    return new Request(`${url}${path}`, { method: 'POST', redirect, ...upload, signal: signal ?? null })
  }
  signal?.throwIfAborted()
  return connection.send({ request, canRepeat: canOpenAgain(source) }).catch((error: unknown) => {
    throw sourceError ? sourceError.error : error
  })
}
