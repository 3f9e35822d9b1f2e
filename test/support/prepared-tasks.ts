import { join } from 'node:path'
import { type TaskInput, type TaskName, tasks } from '../../packages/service/src/administration/tasks.js'
import type { App } from './app.js'
import {
  newCode,
  newFile,
  newName,
  newOperator,
  newOperatorWithFactor,
  newPlan,
  newRole,
  newSnapshot,
  newTokenId,
} from './preparations.js'

/** Runs a CLI task whose prerequisites exist, and can be repeated until it succeeds. */
export type PreparedTask = () => Promise<unknown>

type Inputs = { readonly [Name in TaskName]: (app: App) => TaskInput<Name> | Promise<TaskInput<Name>> }

const operatorInput = async (app: App) => ({ username: await newOperator(app) })
const noInput = () => ({})

const inputs: Inputs = {
  'users list': noInput,
  'users add': () => {
    const username = newName('added')
    return { username, role_name: 'operator', email: `${username}@plant.test`, password: 'a horse with 9 lives' }
  },
  'users set-password': async (app) => ({ username: await newOperator(app), password: 'a horse with 9 lives' }),
  'users set-role': async (app) => ({ username: await newOperator(app), role: 'guest' }),
  'users set-valid-until': async (app) => ({ username: await newOperator(app), time: '2027-01-31T17:00:00Z' }),
  'users disable': operatorInput,
  'users enable': operatorInput,
  'users invite': () => {
    const username = newName('invited')
    return { username, role_name: 'operator', email: `${username}@plant.test` }
  },
  'users code': operatorInput,
  'users codes': noInput,
  'users withdraw-code': async (app) => {
    const username = await newOperator(app)
    await newCode(app, username)
    return { username }
  },
  'users remove-second-factor': async (app) => ({ username: (await newOperatorWithFactor(app)).username }),
  'users unlock': operatorInput,
  'users delete': operatorInput,
  'roles list': noInput,
  'roles add': () => ({ name: newName('added'), level: 20 }),
  'roles set-level': async (app) => ({ name: await newRole(app), level: 30 }),
  'roles delete': async (app) => ({ name: await newRole(app) }),
  'sessions list': operatorInput,
  'sessions end': operatorInput,
  'tpt create': () => ({ role: 'guest' }),
  'tpt list': noInput,
  'tpt revoke': async (app) => ({ id: await newTokenId(app) }),
  'tpt adopt-key': noInput,
  'audit verify': noInput,
  'audit adopt-key': noInput,
  doctor: noInput,
  backup: ({ database }) => ({ file: join(database.dataDir, newName('backup')) }),
  'settings show': noInput,
  'settings set': () => ({ log_level: 50 }),
  'settings unset': () => ({ names: ['log_level'] }),
  'settings debug': () => ({ minutes: 15 }),
  'config changes': async (app) => ({ plan: await newPlan(app), after: 0 }),
  'config apply': async (app) => ({ plan: await newPlan(app) }),
  'config delete-plan': async (app) => ({ plan: await newPlan(app) }),
  'config plan-snapshot': async (app) => ({ snapshot: await newSnapshot(app) }),
  'config compare': async (app) => ({ from: await newFile(app), to: 'present' }),
  'config merge': async (app) => ({ base: await newFile(app), theirs: await newFile(app) }),
  'config check-settlements': () => ({ settle: [{ table: 'Tags', take: 'ours' }] }),
  'config delete-file': async (app) => ({ file: await newFile(app) }),
  'config snapshots': noInput,
  'config snapshot': () => ({ note: 'a note' }),
}

/** Returns the tasks available on a database: `backup` is for SQLite only. */
export const taskNames = (database: string): readonly TaskName[] =>
  (Object.keys(tasks) as TaskName[]).filter((name) => name !== 'backup' || database === 'SQLite')

export async function prepareTask(app: App, name: TaskName): Promise<PreparedTask> {
  const input = await inputs[name](app)
  return () => (tasks[name] as (services: App['services'], input: unknown) => Promise<unknown>)(app.services, input)
}
