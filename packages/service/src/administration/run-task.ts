import { existsSync } from 'node:fs'
import { StartupError } from '@plinth/kernel'
import { databaseFileOf } from '@plinth/kernel/composition'
import { CommandError } from '../commands/command-error.js'
import { plinthFromEnvironment } from '../commands/plinth-from-environment.js'
import { announce } from '../commands/print.js'
import type { PlinthOptions } from '../create-plinth.js'
import { readEnvironment } from '../environment/read-environment.js'
import { type StandardServices, standardPlugins } from '../standard-plugins.js'
import type { TaskResult } from './task-result.js'
import { performTask, sendTask, taskSocketPath } from './task-socket.js'
import type { TaskInput, TaskName, TaskOutput } from './tasks.js'

/**
 * Runs a task. If a running service owns the SQLite file, sends the task to that service. Otherwise calls `inProcess`,
 * which by default performs the task in this process, on the same database. Throws a `CommandError` if the task
 * fails, and a `StartupError` if there is no database.
 */
export async function runTask<Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
  inProcess: () => Promise<TaskResult> = () => runInProcess(name, input),
): Promise<TaskOutput<Name>> {
  return outputOf<Name>((await runInOwningService(name, input)) ?? (await inProcess()))
}

/** Returns the output of a task. Throws a `CommandError` if it failed. */
export function outputOf<Name extends TaskName>(result: TaskResult): TaskOutput<Name> {
  if ('refusal' in result) throw new CommandError(result.refusal.message)
  return result.output as TaskOutput<Name>
}

async function runInOwningService(name: TaskName, input: unknown): Promise<TaskResult | undefined> {
  const path = socketPathOfService()
  return path === undefined ? undefined : sendTask(path, name, input)
}

/** The tasks that declare a key lost. They create a new one if it is missing. */
const KEY_ADOPTIONS: ReadonlySet<TaskName> = new Set(['tpt adopt-key', 'audit adopt-key'])

function runInProcess(name: TaskName, input: unknown): Promise<TaskResult> {
  const missingKey = KEY_ADOPTIONS.has(name) ? 'replaced' : 'refused'
  return withServices((services) => performTask(name, input, services), { missingKey })
}

/** Throws a `StartupError` if the SQLite file that the environment names does not exist: commands do not create it. */
export function requireDatabaseFile(): void {
  const file = databaseFileOf(readEnvironment(process.env, standardPlugins))
  if (file === undefined || existsSync(file)) return
  throw new StartupError(
    `There is no database ${file}. Check PLINTH_DATA_DIR and PLINTH_DATABASE_URL; plinth serve creates the database at its first start.`,
  )
}

/** Returns the path of the task socket for the database that the environment names, if that is a SQLite file. */
export function socketPathOfService(): string | undefined {
  return taskSocketPath(readEnvironment(process.env, standardPlugins))
}

/**
 * Starts a kernel in this process on the existing database that the environment names, and passes its services to
 * `use`. The kernel does not create a database, does not change its schema by default, opens no ports and writes no log
 * file.
 */
export async function withServices<T>(
  use: (services: StandardServices) => Promise<T>,
  options: Pick<PlinthOptions, 'copiedFile' | 'pendingMigrations' | 'missingKey'> = {},
): Promise<T> {
  requireDatabaseFile()
  const overrides = { metricsPort: undefined, logDir: undefined }
  const plinth = plinthFromEnvironment({ announce, pendingMigrations: 'refused', ...options }, overrides)
  await plinth.start()
  try {
    return await use(plinth.services)
  } finally {
    await plinth.stop()
  }
}
