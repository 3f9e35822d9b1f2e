import { resolve } from 'node:path'
import { runTask } from '../administration/run-task.js'
import { print } from './print.js'

/** `plinth backup`: copies the SQLite file while it is in use. The service that owns it may run in another folder. */
export async function backUp(file: string, options: { readonly json?: boolean }): Promise<void> {
  print(await runTask('backup', { file: resolve(file) }), options)
}
