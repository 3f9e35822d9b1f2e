import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished, pipeline } from 'node:stream/promises'
import type { StandardServices } from '../standard-plugins.js'
import { exportDocument, type ImportChoice, importDocument } from './document-tasks.js'
import { giveSigns } from './signs-of-life.js'
import { refusal, refusalOf, type TaskAnswer } from './task-answer.js'

/** The media type of a response that is the document itself. A JSON response is a `TaskAnswer`, as for other tasks. */
export const DOCUMENT_TYPE = 'application/octet-stream'

/** Sends the document, or an error. A later failure cuts the connection, so that a partial document is detected. */
export async function answerExport(
  answer: ServerResponse,
  services: StandardServices,
  stopping: AbortSignal,
): Promise<void> {
  try {
    const document = await exportDocument(services)
    answer.setHeader('Content-Type', DOCUMENT_TYPE)
    await pipeline(document, answer, { signal: stopping })
  } catch (error) {
    if (!answer.headersSent && !answer.destroyed) endWith(answer, refusalOf(error))
  }
}

/**
 * Imports the request body. Responds with lines of JSON: each change of the progress, then the outcome. An import that
 * is not yet committed is cancelled when the client disconnects.
 */
export async function answerImport(
  asked: IncomingMessage,
  answer: ServerResponse,
  services: StandardServices,
  stopping: AbortSignal,
): Promise<void> {
  const gone = new AbortController()
  answer.once('close', () => gone.abort())
  const follower = {
    signal: AbortSignal.any([gone.signal, stopping]),
    onProgress: (progress: object) => void answer.write(lineOf({ progress })),
  }
  answer.on('error', () => {}) // the client has disconnected
  answer.setHeader('Content-Type', 'application/x-ndjson')
  giveSigns(answer, '\n')
  const stop = () => {
    if (!asked.complete) answer.end(lineOf(STOPPING), () => asked.destroy()) // the request may never end
  }
  stopping.addEventListener('abort', stop, { once: true, signal: gone.signal })
  try {
    const document = asked.iterator({ destroyOnReturn: false })
    const output = await importDocument(services, document, choiceOf(asked), follower)
    endWith(answer, { output })
  } catch (error) {
    if (answer.writableEnded) return
    answer.write(lineOf(stopping.aborted ? STOPPING : refusalOf(error)))
    await readOut(asked)
    answer.end()
  }
}

const STOPPING = refusal('The service is stopping. Nothing was imported.')

/** Reads the rest of the request, so that a client that is still sending receives the error before the close. */
function readOut(asked: IncomingMessage): Promise<void> {
  asked.resume()
  return finished(asked).catch(() => {})
}

function choiceOf({ url = '' }: IncomingMessage): ImportChoice {
  const { searchParams } = new URL(url, 'http://plinth')
  return { dryRun: searchParams.get('dry_run') === 'true', atomic: searchParams.get('atomic') === 'true' }
}

/** Ends a response with the result of the task. */
export function endWith(answer: ServerResponse, said: TaskAnswer): void {
  if (!answer.hasHeader('Content-Type')) answer.setHeader('Content-Type', 'application/json')
  answer.end(lineOf(said))
}

const lineOf = (said: object) => `${JSON.stringify(said)}\n`
