import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ImportProgress } from '@plinth/config-transfer'
import { CommandError } from '../commands/command-error.js'
import { linesOf } from '../lines-of.js'
import type {
  DocumentControl,
  DocumentOutcomes,
  DocumentParameters,
  DocumentTaskName,
  ExportName,
} from './document-tasks.js'
import { DOCUMENT_TYPE } from './handle-document-task.js'
import { expectKeepAlives } from './keep-alives.js'
import { hasSocket } from './socket-path.js'
import { isNotListening, socketProblem } from './socket-problem.js'
import type { TaskFailure, TaskResult } from './task-result.js'

/** Requests a document from the service at a socket; `undefined` if nothing listens there. */
export async function exportFromService(path: string, name: ExportName): Promise<Readable | undefined> {
  const socket = await connectTo(path)
  if (!socket) return undefined
  const request = requestOver(socket, `/${encodeURIComponent(name)}`)
  request.end('{}')
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  request.setTimeout(0) // the consumer of the document may be slow
  if (response.headers['content-type'] === DOCUMENT_TYPE) return response
  const { refusal } = (await json(response)) as TaskFailure
  throw new CommandError(refusal.message)
}

/** Returns whether a service listens at a socket. */
export async function isListening(path: string): Promise<boolean> {
  const socket = await connectTo(path)
  socket?.destroy()
  return socket !== undefined
}

/**
 * Sends a document to the service at a socket. Returns `undefined`, without having read any of the document, if nothing
 * listens there.
 */
export async function sendDocument<Name extends DocumentTaskName>(
  path: string,
  name: Name,
  document: Readable,
  parameters: DocumentParameters,
  { signal, onProgress }: DocumentControl,
): Promise<DocumentOutcomes[Name] | undefined> {
  const socket = await connectTo(path)
  if (!socket) return undefined
  const request = requestOver(socket, `/${encodeURIComponent(name)}?${new URLSearchParams(parameters)}`, signal)
  request.on('error', () => {}) // `once` below rejects on errors before the response
  const sending = pipeline(document, request).catch((error: Error) => error)
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return (await outcomeIn(response, onProgress)) as DocumentOutcomes[Name]
  } catch (error) {
    request.destroy() // the service does not need the rest of a refused file
    if (error instanceof CommandError) throw error
    const sendError = await sending // a CommandError if the file cannot be read or the service does not respond
    throw sendError instanceof CommandError ? sendError : connectionClosed()
  }
}

/** Reads lines of progress up to the outcome. */
async function outcomeIn(response: IncomingMessage, onProgress: (progress: ImportProgress) => void): Promise<unknown> {
  for await (const line of linesOf(response.setEncoding('utf8'))) {
    if (line === '') continue // a keep-alive
    const message = JSON.parse(line) as TaskResult | { readonly progress: ImportProgress }
    if ('refusal' in message) throw new CommandError(message.refusal.message)
    if ('output' in message) return message.output
    onProgress(message.progress)
  }
  throw connectionClosed()
}

function connectionClosed(): CommandError {
  return new CommandError(
    'The service closed the connection before it reported the outcome. Check whether the configuration was changed.',
  )
}

async function connectTo(path: string): Promise<Socket | undefined> {
  if (!hasSocket(path)) return undefined
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return socket
  } catch (error) {
    if (isNotListening(error)) return undefined
    throw socketProblem(error, path)
  }
}

function requestOver(socket: Socket, path: string, signal?: AbortSignal): ClientRequest {
  return expectKeepAlives(
    openRequest({ createConnection: () => socket, method: 'POST', path, ...(signal && { signal }) }),
  )
}
