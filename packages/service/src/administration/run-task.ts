import { existsSync } from 'node:fs'
import { StartupError } from '@plinth/kernel'
import { databaseFileOf } from '@plinth/kernel/composition'
import { CommandError } from '../commands/command-error.js'
import { plinthFromEnvironment } from '../commands/plinth-from-environment.js'
import { announce } from '../commands/print.js'
import type { PlinthOptions } from '../create-plinth.js'
import { readEnvironment } from '../environment/read-environment.js'
import { type StandardServices, standardPlugins } from '../standard-plugins.js'
import type { TaskAnswer } from './task-answer.js'
import { askOwner, perform, socketBeside } from './task-socket.js'
import type { TaskInput, TaskName, TaskOutput } from './tasks.js'

/**
 * Does a task where it can be done: by the service that owns the SQLite file when one runs, else here, with the same
 * services on the same database, or in the way that is given. Throws a `CommandError` with what the services refuse, a
 * `StartupError` when there is no database to do it on.
 */
export async function runTask<Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
  here: () => Promise<TaskAnswer> = () => performHere(name, input),
): Promise<TaskOutput<Name>> {
  const answer = (await byOwner(name, input)) ?? (await here())
  if ('refusal' in answer) throw new CommandError(answer.refusal.message)
  return answer.output as TaskOutput<Name>
}

async function byOwner(name: TaskName, input: unknown): Promise<TaskAnswer | undefined> {
  const path = ownersSocket()
  return path === undefined ? undefined : askOwner(path, name, input)
}

function performHere(name: TaskName, input: unknown): Promise<TaskAnswer> {
  return withServices((services) => perform(name, input, services))
}

/** Throws a `StartupError` when the environment names a SQLite file that is not there: a command makes none. */
export function refuseMissingFile(): void {
  const file = databaseFileOf(readEnvironment(process.env, standardPlugins))
  if (file === undefined || existsSync(file)) return
  throw new StartupError(
    `There is no database ${file}. See that PLINTH_DATA_DIR and PLINTH_DATABASE_URL name the right one; plinth serve makes it at the first start.`,
  )
}

/** Where the owner of the database that the environment names takes tasks, if it is a SQLite file. */
export function ownersSocket(): string | undefined {
  return socketBeside(readEnvironment(process.env, standardPlugins))
}

/**
 * Works with the services of a kernel of this process, on the database that the environment names. It is there already:
 * a command makes none and changes no schema under a service that runs. Ports and the log file are the service's.
 */
export async function withServices<T>(
  work: (services: StandardServices) => Promise<T>,
  options: Pick<PlinthOptions, 'copied'> = {},
): Promise<T> {
  refuseMissingFile()
  const beside = { metricsPort: undefined, logDir: undefined }
  const plinth = plinthFromEnvironment({ announce, schema: 'expected', ...options }, beside)
  await plinth.start()
  try {
    return await work(plinth.services)
  } finally {
    await plinth.stop()
  }
}
