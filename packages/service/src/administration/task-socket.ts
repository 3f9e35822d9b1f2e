import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type IncomingMessage, request, Server, type ServerResponse } from 'node:http'
import { join, parse } from 'node:path'
import { json } from 'node:stream/consumers'
import { type DatabasePlace, databaseFileOf } from '@plinth/kernel/composition'
import { writeStderr } from '../commands/print.js'
import type { StandardServices } from '../standard-plugins.js'
import { answerExport, answerImport, endWith } from './answer-document-task.js'
import { connectionProblem, isNobodyThere } from './connection-problem.js'
import { EXPORT, IMPORT } from './document-tasks.js'
import { expectSigns, giveSigns } from './signs-of-life.js'
import { fitsSocket, SocketPathTooLong } from './socket-path.js'
import { refusal, refusalOf, type TaskAnswer } from './task-answer.js'
import { type TaskName, tasks } from './tasks.js'

/** The umask of the socket, which only the user that runs the service may open. */
const OTHERS = 0o177

/**
 * Returns the task socket of the owner of a SQLite file, `plinth.sock` next to `plinth.db`; `undefined` for a database
 * that is not a file. Only one process may open the SQLite file, so the command sends its tasks to that process.
 */
export function socketBeside(place: DatabasePlace): string | undefined {
  const file = databaseFileOf(place)
  if (file === undefined) return undefined
  const { dir, name } = parse(file)
  return join(dir, `${name}.sock`)
}

/** A server for tasks. `close` also cancels transfers of documents, which nothing else would end. */
class TaskServer extends Server {
  readonly #stopping = new AbortController()

  constructor(services: StandardServices) {
    super()
    this.maxRequestsPerSocket = 1 // an idle keep-alive connection would delay the stop
    this.requestTimeout = 0 // a document arrives as fast as its source writes it
    this.on('request', (asked, answer) => {
      answerTask(asked, answer, services, this.#stopping.signal).catch((error) => refuse(answer, error))
    })
  }

  override close(done?: (error?: Error) => void): this {
    this.#stopping.abort()
    return super.close(done)
  }
}

/**
 * Listens for tasks at a socket and replaces a stale one. Call it only as the owner of the SQLite file. Throws if the
 * path is too long for the operating system, or the folder is not writable.
 */
export async function takeTasks(path: string, services: StandardServices): Promise<Server> {
  if (!fitsSocket(path)) throw new SocketPathTooLong(path)
  rmSync(path, { force: true })
  const server = new TaskServer(services)
  const before = process.umask(OTHERS)
  try {
    server.listen(path) // creates the socket before it returns
  } finally {
    process.umask(before)
  }
  await once(server, 'listening')
  return server
}

async function answerTask(
  asked: IncomingMessage,
  answer: ServerResponse,
  services: StandardServices,
  stopping: AbortSignal,
): Promise<void> {
  const name = nameIn(asked)
  if (name === EXPORT) return answerExport(answer, services, stopping)
  if (name === IMPORT) return answerImport(asked, answer, services, stopping)
  const input: unknown = await json(asked).catch(() => undefined)
  if (input === undefined) return endWith(answer, refusal('The task came cut off.'))
  answer.setHeader('Content-Type', 'application/json')
  giveSigns(answer, ' ')
  endWith(answer, await perform(name, input, services))
}

/** Responds with an error, so that no request can end the service. */
function refuse(answer: ServerResponse, error: unknown): void {
  if (answer.headersSent) answer.destroy()
  else endWith(answer, refusalOf(error))
}

/** Returns the name in the path. One that cannot be decoded is returned unchanged, and rejected as unknown. */
function nameIn({ url = '' }: IncomingMessage): string {
  const path = url.slice(1).split('?')[0] ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Runs a task in this process. Rejections become a result; unexpected errors reveal no more than their kind. */
export async function perform(name: string, input: unknown, services: StandardServices): Promise<TaskAnswer> {
  if (!Object.hasOwn(tasks, name)) return refusal(`The running Plinth does not know "${name}": is it another version?`)
  try {
    return { output: await tasks[name as TaskName](services, input as never) }
  } catch (error) {
    return refusalOf(error)
  }
}

/**
 * Sends a task to the service at a socket; `undefined` if nothing listens there. If the path is too long for a socket,
 * prints a warning and returns `undefined`: the lock of the file then shows whether a service runs.
 */
export async function askOwner(
  path: string,
  name: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<TaskAnswer | undefined> {
  if (!fitsSocket(path)) return void writeStderr(new SocketPathTooLong(path).message)
  const options = { socketPath: path, method: 'POST', path: `/${encodeURIComponent(name)}`, ...(signal && { signal }) }
  const call = expectSigns(request(options))
  call.end(JSON.stringify(input))
  try {
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    return (await json(response)) as TaskAnswer
  } catch (error) {
    if (isNobodyThere(error)) return undefined
    throw connectionProblem(call.errored ?? error, path)
  }
}
