import { once } from 'node:events'
import { lstatSync, rmSync } from 'node:fs'
import { type IncomingMessage, request, Server, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { type DatabaseLocation, databaseFileOf } from '@plinth/kernel/composition'
import type { StandardServices } from '../standard-plugins.js'
import { isDocumentTask, isExport } from './document-tasks.js'
import { endWith, handleDocument, handleExport, SHUTTING_DOWN } from './handle-document-task.js'
import { expectKeepAlives, sendKeepAlives } from './keep-alives.js'
import { fitsSocket, hasSocket, SocketPathTooLong } from './socket-path.js'
import { isNotListening, socketProblem } from './socket-problem.js'
import { failure, failureFrom, type TaskResult } from './task-result.js'
import { type TaskName, tasks } from './tasks.js'

/** The umask for creating the socket: only the user that runs the service may open it. */
const SOCKET_UMASK = 0o177

/**
 * Returns the path of the task socket for a SQLite file, `plinth.db-socket` next to `plinth.db`; `undefined` for any
 * other database. Only one process may open the SQLite file, so the command sends its tasks to that process. The name
 * contains the whole name of the file: files that differ in their extension belong to different services.
 */
export function taskSocketPath(location: DatabaseLocation): string | undefined {
  const file = databaseFileOf(location)
  return file && `${file}-socket`
}

/** A server for tasks. `close` also cancels transfers of documents, which could otherwise take long. */
class TaskServer extends Server {
  readonly #shutdown = new AbortController()

  constructor(services: StandardServices) {
    super()
    this.maxRequestsPerSocket = 1 // an idle keep-alive connection would delay the stop
    this.requestTimeout = 0 // the source of a document may be slow
    this.on('request', (incoming, response) => {
      handleTask(incoming, response, services, this.#shutdown.signal).catch((error) => refuse(response, error))
    })
  }

  override close(done?: (error?: Error) => void): this {
    this.#shutdown.abort()
    return super.close(done)
  }
}

/**
 * Listens for tasks at a socket, and replaces a socket that a killed process has left behind. Only the process that
 * owns the SQLite file may call this. Throws if the path is too long for a socket, or if the folder is not writable.
 */
export async function listenForTasks(path: string, services: StandardServices): Promise<Server> {
  if (!fitsSocket(path)) throw new SocketPathTooLong(path)
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path)
  const server = new TaskServer(services)
  const previous = process.umask(SOCKET_UMASK)
  try {
    server.listen(path) // creates the socket before it returns
  } finally {
    process.umask(previous)
  }
  await once(server, 'listening')
  return server
}

async function handleTask(
  incoming: IncomingMessage,
  response: ServerResponse,
  services: StandardServices,
  shutdown: AbortSignal,
): Promise<void> {
  const name = nameIn(incoming)
  if (isExport(name)) return handleExport(name, response, services, shutdown)
  if (isDocumentTask(name)) return handleDocument(name, incoming, response, services, shutdown)
  const input: unknown = await json(incoming).catch(() => undefined)
  if (input === undefined) return endWith(response, failure('The request was incomplete.'))
  response.setHeader('Content-Type', 'application/json')
  sendKeepAlives(response, ' ')
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  const result = await performTask(name, input, services, AbortSignal.any([disconnected.signal, shutdown]))
  endWith(response, 'refusal' in result && shutdown.aborted ? SHUTTING_DOWN : result)
}

/** Responds with an error. An unhandled rejection would end the service. */
function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy()
  else endWith(response, failureFrom(error))
}

/** Returns the task name in the path. Does not decode an invalid name, which is then refused as unknown. */
function nameIn({ url = '' }: IncomingMessage): string {
  const path = url.slice(1).split('?')[0] ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Runs a task in this process. `signal` cancels the task if it can be cancelled. Converts errors to results; an
 * unexpected error reveals only its type.
 */
export async function performTask(
  name: string,
  input: unknown,
  services: StandardServices,
  signal?: AbortSignal,
): Promise<TaskResult> {
  if (!Object.hasOwn(tasks, name))
    return failure(`The running service does not know the task "${name}". Is it a different version?`)
  try {
    return { output: await tasks[name as TaskName](services, input as never, signal) }
  } catch (error) {
    return failureFrom(error)
  }
}

/**
 * Sends a task to the service at a socket. Returns `undefined` if nothing listens there, or if the path is too long for
 * a socket. In the latter case, opening the SQLite file fails if a service runs.
 */
export async function sendTask(
  path: string,
  name: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<TaskResult | undefined> {
  if (!hasSocket(path)) return undefined
  const options = { socketPath: path, method: 'POST', path: `/${encodeURIComponent(name)}`, ...(signal && { signal }) }
  const call = expectKeepAlives(request(options))
  call.end(JSON.stringify(input))
  try {
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    return (await json(response)) as TaskResult
  } catch (error) {
    if (isNotListening(error)) return undefined
    throw socketProblem(call.errored ?? error, path)
  }
}
