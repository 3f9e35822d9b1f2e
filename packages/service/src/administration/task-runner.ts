import type { Readable } from 'node:stream'
import { CommandError } from '../commands/command-error.js'
import type { StandardServices } from '../standard-plugins.js'
import { isListening, sendDocument } from './call-document-task.js'
import {
  type DocumentControl,
  type DocumentOutcomes,
  type DocumentParameters,
  type DocumentTaskName,
  receiveDocument,
} from './document-tasks.js'
import { asCommandError } from './run-document-task.js'
import { outputOf, socketPathOfService, withServices } from './run-task.js'
import { performTask, sendTask } from './task-socket.js'
import type { TaskInput, TaskName, TaskOutput } from './tasks.js'

/** Performs several tasks. Its methods throw a `CommandError` if a task fails. */
export interface TaskRunner {
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>, signal?: AbortSignal): Promise<TaskOutput<Name>>
  /** Performs a task that receives a document. */
  send<Name extends DocumentTaskName>(
    name: Name,
    document: Readable,
    parameters: DocumentParameters,
    control: DocumentControl,
  ): Promise<DocumentOutcomes[Name]>
}

/**
 * Passes a task runner to `use`: that of the running service that owns the SQLite file or, if there is none, that of
 * one kernel in this process, which is started only once for all the tasks.
 */
export async function withTaskRunner<T>(use: (tasks: TaskRunner) => Promise<T>): Promise<T> {
  const path = socketPathOfService()
  if (path !== undefined && (await isListening(path))) return use(runnerOver(path))
  return withServices((services) => use(runnerInProcess(services)))
}

function runnerOver(path: string): TaskRunner {
  return {
    run: async <Name extends TaskName>(
      name: Name,
      input: TaskInput<Name>,
      signal?: AbortSignal,
    ): Promise<TaskOutput<Name>> => outputOf<Name>(expectService(await sendTask(path, name, input, signal))),
    send: async (name, document, parameters, control) =>
      expectService(await sendDocument(path, name, document, parameters, control)),
  }
}

function runnerInProcess(services: StandardServices): TaskRunner {
  return {
    run: async <Name extends TaskName>(
      name: Name,
      input: TaskInput<Name>,
      signal?: AbortSignal,
    ): Promise<TaskOutput<Name>> => outputOf<Name>(await performTask(name, input, services, signal)),
    send: (name, document, parameters, control) =>
      asCommandError(receiveDocument(name, services, document, parameters, control)),
  }
}

/** Throws a `CommandError` if nothing listens at the socket any more. */
function expectService<T>(received: T | undefined): T {
  if (received === undefined) throw new CommandError('The service has been stopped meanwhile. Repeat the command.')
  return received
}
