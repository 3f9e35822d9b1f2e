import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished, pipeline } from 'node:stream/promises'
import type { StandardServices } from '../standard-plugins.js'
import { type DocumentTaskName, type ExportName, exportDocument, receiveDocument } from './document-tasks.js'
import { sendKeepAlives } from './keep-alives.js'
import { failure, failureFrom, type TaskResult } from './task-result.js'

/**
 * Media type of a successful export, whose body is the document. If an export fails, a `TaskResult` in JSON is sent.
 */
export const DOCUMENT_TYPE = 'application/octet-stream'

/**
 * Sends the document, or an error. A later failure aborts the response, so that the client detects a partial document.
 */
export async function handleExport(
  name: ExportName,
  response: ServerResponse,
  services: StandardServices,
  shutdown: AbortSignal,
): Promise<void> {
  try {
    const document = await exportDocument(services, name)
    response.setHeader('Content-Type', DOCUMENT_TYPE)
    await pipeline(document, response, { signal: shutdown })
  } catch (error) {
    if (!response.headersSent && !response.destroyed) endWith(response, failureFrom(error))
  }
}

/**
 * Performs a task that receives the request body. Responds with lines of JSON: one for each progress update, then the
 * outcome. If the client disconnects before the commit, the task is cancelled.
 */
export async function handleDocument(
  name: DocumentTaskName,
  request: IncomingMessage,
  response: ServerResponse,
  services: StandardServices,
  shutdown: AbortSignal,
): Promise<void> {
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  const control = {
    signal: AbortSignal.any([disconnected.signal, shutdown]),
    onProgress: (progress: object) => void response.write(lineOf({ progress })),
  }
  response.on('error', () => {}) // the client has disconnected
  response.setHeader('Content-Type', 'application/x-ndjson')
  sendKeepAlives(response, '\n')
  const endOnShutdown = () => {
    // Without destroy() a stalled request would never end
    if (!request.complete) response.end(lineOf(SHUTTING_DOWN), () => request.destroy())
  }
  shutdown.addEventListener('abort', endOnShutdown, { once: true, signal: disconnected.signal })
  try {
    const document = request.iterator({ destroyOnReturn: false })
    const output = await receiveDocument(name, services, document, parametersOf(request), control)
    endWith(response, { output })
  } catch (error) {
    if (response.writableEnded) return // by endOnShutdown
    response.write(lineOf(shutdown.aborted ? SHUTTING_DOWN : failureFrom(error)))
    await drain(request)
    response.end()
  }
}

/** The failure of a task that the stop of the service has cancelled. */
export const SHUTTING_DOWN = failure('The service is stopping. Nothing was changed.')

/**
 * Reads the rest of the request: a client that is still sending must receive the error before the connection closes.
 */
function drain(request: IncomingMessage): Promise<void> {
  request.resume()
  return finished(request).catch(() => {})
}

const parametersOf = ({ url = '' }: IncomingMessage) => Object.fromEntries(new URL(url, 'http://plinth').searchParams)

/** Ends a response with the result of a task. */
export function endWith(response: ServerResponse, result: TaskResult): void {
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'application/json')
  response.end(lineOf(result))
}

const lineOf = (content: object) => `${JSON.stringify(content)}\n`
