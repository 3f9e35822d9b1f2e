import type { Readable } from 'node:stream'
import type { PlanQuery } from '@plinth/config-transfer'
import { CommandError } from '../commands/command-error.js'
import type { StandardServices } from '../standard-plugins.js'
import { isListening, planInService } from './call-document-task.js'
import { type DocumentControl, type PlanOutcome, planDocument } from './document-tasks.js'
import { asCommandError } from './run-document-task.js'
import { outputOf, socketPathOfService, withServices } from './run-task.js'
import { performTask, sendTask } from './task-socket.js'
import type { TaskInput, TaskName, TaskOutput } from './tasks.js'

/** Performs several tasks. Its methods throw a `CommandError` if a task fails. */
export interface TaskRunner {
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>, signal?: AbortSignal): Promise<TaskOutput<Name>>
  /** Plans what a configuration file would change. */
  plan(document: Readable, query: PlanQuery, control: DocumentControl): Promise<PlanOutcome>
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
    plan: async (document, query, control) => expectService(await planInService(path, document, query, control)),
  }
}

function runnerInProcess(services: StandardServices): TaskRunner {
  return {
    run: async <Name extends TaskName>(
      name: Name,
      input: TaskInput<Name>,
      signal?: AbortSignal,
    ): Promise<TaskOutput<Name>> => outputOf<Name>(await performTask(name, input, services, signal)),
    plan: (document, query, control) => asCommandError(planDocument(services, document, query, control)),
  }
}

/** Throws a `CommandError` if nothing listens at the socket any more. */
function expectService<T>(received: T | undefined): T {
  if (received === undefined) throw new CommandError('The service has been stopped meanwhile. Repeat the command.')
  return received
}
