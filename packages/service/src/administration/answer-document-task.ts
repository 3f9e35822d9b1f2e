import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished, pipeline } from 'node:stream/promises'
import type { StandardServices } from '../standard-plugins.js'
import { exportDocument, type ImportChoice, importDocument } from './document-tasks.js'
import { giveSigns } from './signs-of-life.js'
import { refusal, refusalOf, type TaskAnswer } from './task-answer.js'

/** The type of an answer that is the document itself. JSON is a `TaskAnswer`, as of every other task. */
export const DOCUMENT_TYPE = 'application/octet-stream'

/** Sends the document, or why there is none. What goes wrong later cuts the connection, so that no half looks whole. */
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
 * Imports the document that arrives. Answers in lines of JSON: how far it is, as often as that changes, and what came
 * of it. Who goes away takes an import that is not committed along.
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
  answer.on('error', () => {}) // of somebody who has gone
  answer.setHeader('Content-Type', 'application/x-ndjson')
  giveSigns(answer, '\n')
  const stop = () => {
    if (!asked.complete) answer.end(lineOf(STOPPING), () => asked.destroy()) // it may never come to its end
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

/** Who is still sending reads why that is no use, which a connection that is closed at once may lose. */
function readOut(asked: IncomingMessage): Promise<void> {
  asked.resume()
  return finished(asked).catch(() => {})
}

function choiceOf({ url = '' }: IncomingMessage): ImportChoice {
  const { searchParams } = new URL(url, 'http://plinth')
  return { dryRun: searchParams.get('dry_run') === 'true', atomic: searchParams.get('atomic') === 'true' }
}

/** Ends an answer with what came of the task. */
export function endWith(answer: ServerResponse, said: TaskAnswer): void {
  if (!answer.hasHeader('Content-Type')) answer.setHeader('Content-Type', 'application/json')
  answer.end(lineOf(said))
}

const lineOf = (said: object) => `${JSON.stringify(said)}\n`
