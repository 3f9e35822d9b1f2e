import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { join, parse } from 'node:path'
import { json } from 'node:stream/consumers'
import { PlinthError, withoutSecrets } from '@plinth/kernel'
import type { StandardServices } from '../standard-plugins.js'
import { type TaskName, tasks } from './tasks.js'

/** Nobody but the user that runs the service may come in. */
const OTHERS = 0o177

/** What says where a database is. */
interface Place {
  readonly databaseUrl?: string | undefined
  readonly dataDir?: string | undefined
}

/**
 * Where the owner of a SQLite file takes tasks, `plinth.sock` beside `plinth.db`: a SQLite file belongs to one process, so the command
 * asks that one. `undefined` for a database that is no file.
 */
export function socketBeside({ databaseUrl, dataDir = './data' }: Place): string | undefined {
  const url = databaseUrl ?? `sqlite:${join(dataDir, 'plinth.db')}`
  if (!url.startsWith('sqlite:') || url === 'sqlite::memory:') return undefined
  const { dir, name } = parse(url.slice('sqlite:'.length))
  return join(dir, `${name}.sock`)
}

/** What is answered: what came of the task, or why not. */
export type TaskAnswer =
  | { readonly output: unknown }
  | { readonly refusal: { readonly message: string; readonly code: string } }

/**
 * Takes tasks at a socket. Only the owner of the SQLite file beside it may: what another one has left there is dead. Throws when the
 * path is too long for the operating system, or the folder cannot be written.
 */
export async function takeTasks(path: string, services: StandardServices): Promise<Server> {
  rmSync(path, { force: true })
  const server = createServer((asked, answer) => void answerTask(asked, answer, services))
  const before = process.umask(OTHERS)
  try {
    server.listen(path) // the socket is made before this returns
  } finally {
    process.umask(before)
  }
  await once(server, 'listening')
  return server
}

async function answerTask(asked: IncomingMessage, answer: ServerResponse, services: StandardServices): Promise<void> {
  const name = decodeURIComponent(asked.url?.slice(1) ?? '')
  const input: unknown = await json(asked).catch(() => undefined)
  const said = input === undefined ? refusal('The task came cut off.') : await perform(name, input, services)
  answer.setHeader('Content-Type', 'application/json').end(JSON.stringify(said))
}

/** Does a task here. What a service refuses is an answer; what is unexpected says no more than its kind. */
export async function perform(name: string, input: unknown, services: StandardServices): Promise<TaskAnswer> {
  if (!Object.hasOwn(tasks, name)) return refusal(`The running Plinth does not know "${name}": is it another version?`)
  try {
    return { output: await tasks[name as TaskName](services, input as never) }
  } catch (error) {
    if (error instanceof PlinthError) return { refusal: { message: messageOf(error), code: error.code } }
    return refusal(`It failed unexpectedly: ${JSON.stringify(withoutSecrets(error))}`)
  }
}

const refusal = (message: string): TaskAnswer => ({ refusal: { message, code: 'TASK_FAILED' } })

function messageOf({ message, fields = [] }: PlinthError): string {
  const details = fields.map(({ field, message: problem }) => `${field} ${problem}`)
  return details.length > 0 ? `${message} (${details.join(', ')})` : message
}

/** Asks who takes tasks at a socket, or returns `undefined` when nobody listens there. */
export async function askOwner(path: string, name: string, input: unknown): Promise<TaskAnswer | undefined> {
  const call = request({ socketPath: path, method: 'POST', path: `/${encodeURIComponent(name)}` })
  call.end(JSON.stringify(input))
  try {
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    return (await json(response)) as TaskAnswer
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (['ENOENT', 'ECONNREFUSED', 'EINVAL'].includes(code)) return undefined
    throw error
  }
}
