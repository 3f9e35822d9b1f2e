import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type IncomingMessage, request, Server, type ServerResponse } from 'node:http'
import { join, parse } from 'node:path'
import { json } from 'node:stream/consumers'
import { type DatabasePlace, databaseFileOf } from '@plinth/kernel/composition'
import { complain } from '../commands/print.js'
import type { StandardServices } from '../standard-plugins.js'
import { answerExport, answerImport, endWith } from './answer-document-task.js'
import { connectionProblem, isNobodyThere } from './connection-problem.js'
import { EXPORT, IMPORT } from './document-tasks.js'
import { expectSigns, giveSigns } from './signs-of-life.js'
import { fitsSocket, SocketPathTooLong } from './socket-path.js'
import { refusal, refusalOf, type TaskAnswer } from './task-answer.js'
import { type TaskName, tasks } from './tasks.js'

/** Nobody but the user that runs the service may come in. */
const OTHERS = 0o177

/**
 * Where the owner of a SQLite file takes tasks, `plinth.sock` beside `plinth.db`: a SQLite file belongs to one process,
 * so the command asks that one. `undefined` for a database that is no file.
 */
export function socketBeside(place: DatabasePlace): string | undefined {
  const file = databaseFileOf(place)
  if (file === undefined) return undefined
  const { dir, name } = parse(file)
  return join(dir, `${name}.sock`)
}

/** Takes tasks. Its `close` gives documents up that are still on their way, which nothing else would end. */
class TaskServer extends Server {
  readonly #stopping = new AbortController()

  constructor(services: StandardServices) {
    super()
    this.maxRequestsPerSocket = 1 // a connection that waits for another task would hold up the stop
    this.requestTimeout = 0 // a document comes as fast as whoever pipes it
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
 * Takes tasks at a socket. Only the owner of the SQLite file beside it may: what another one has left there is dead.
 * Throws when the path is too long for the operating system, or the folder cannot be written.
 */
export async function takeTasks(path: string, services: StandardServices): Promise<Server> {
  if (!fitsSocket(path)) throw new SocketPathTooLong(path)
  rmSync(path, { force: true })
  const server = new TaskServer(services)
  const before = process.umask(OTHERS)
  try {
    server.listen(path) // the socket is made before this returns
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

/** No request may end the service, whatever is wrong with it. */
function refuse(answer: ServerResponse, error: unknown): void {
  if (answer.headersSent) answer.destroy()
  else endWith(answer, refusalOf(error))
}

/** What is no name of a task is refused as one that nobody knows. */
function nameIn({ url = '' }: IncomingMessage): string {
  const path = url.slice(1).split('?')[0] ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Does a task here. What a service refuses is an answer; what is unexpected says no more than its kind. */
export async function perform(name: string, input: unknown, services: StandardServices): Promise<TaskAnswer> {
  if (!Object.hasOwn(tasks, name)) return refusal(`The running Plinth does not know "${name}": is it another version?`)
  try {
    return { output: await tasks[name as TaskName](services, input as never) }
  } catch (error) {
    return refusalOf(error)
  }
}

/**
 * Asks who takes tasks at a socket, or returns `undefined` when nobody listens there. Nobody can where the path is too
 * long for a socket, which stderr is told: whether a service runs all the same, the lock of the file tells.
 */
export async function askOwner(
  path: string,
  name: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<TaskAnswer | undefined> {
  if (!fitsSocket(path)) return void complain(new SocketPathTooLong(path).message)
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
