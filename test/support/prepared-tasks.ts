import { join } from 'node:path'
import { type TaskInput, type TaskName, tasks } from '../../packages/service/src/administration/tasks.js'
import type { App } from './app.js'
import { newName, newOperator, newToken } from './prepared-requests.js'

/** A task of the command with all that must be there for it; it can be done again until it succeeds. */
export type PreparedTask = () => Promise<unknown>

type Inputs = { readonly [Name in TaskName]: (app: App) => TaskInput<Name> | Promise<TaskInput<Name>> }

const anOperator = async (app: App) => ({ username: await newOperator(app) })
const nothing = () => ({})

const inputs: Inputs = {
  'users list': nothing,
  'users add': () => {
    const username = newName('added')
    return { username, role_name: 'operator', email: `${username}@plant.test`, password: 'a horse with 9 lives' }
  },
  'users set-password': async (app) => ({ username: await newOperator(app), password: 'a horse with 9 lives' }),
  'users set-role': async (app) => ({ username: await newOperator(app), role: 'guest' }),
  'users disable': anOperator,
  'users enable': anOperator,
  'users delete': anOperator,
  'roles list': nothing,
  'sessions list': anOperator,
  'sessions end': anOperator,
  'tpt create': () => ({ role: 'guest' }),
  'tpt list': nothing,
  'tpt revoke': async (app) => ({ id: await newToken(app) }),
  'tpt adopt-key': nothing,
  'audit verify': nothing,
  'audit adopt-key': nothing,
  doctor: nothing,
  backup: ({ database }) => ({ file: join(database.dataDir, newName('backup')) }),
  'settings show': nothing,
  'settings set': () => ({ log_level: 50 }),
}

/** Those of a database: a server has its own way to be backed up. */
export const taskNames = (database: string): readonly TaskName[] =>
  (Object.keys(tasks) as TaskName[]).filter((name) => name !== 'backup' || database === 'SQLite')

export async function prepareTask(app: App, name: TaskName): Promise<PreparedTask> {
  const input = await inputs[name](app)
  return () => (tasks[name] as (services: App['services'], input: unknown) => Promise<unknown>)(app.services, input)
}
