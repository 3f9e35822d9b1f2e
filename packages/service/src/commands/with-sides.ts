import { existsSync } from 'node:fs'
import type { TaskRunner } from '../administration/task-runner.js'
import { transferDocument } from './transfer-document.js'

/** The side that is the present configuration, even if there is a file of that name: `./present` names the file. */
const PRESENT = 'present'

/**
 * Uploads the files and folders among the sides of a comparison or merge, passes the ids of all sides to `use`, and
 * deletes the uploaded files afterwards.
 */
export async function withSides<T>(
  tasks: TaskRunner,
  sides: readonly string[],
  signal: AbortSignal,
  use: (ids: readonly string[]) => Promise<T>,
): Promise<T> {
  const files: string[] = []
  try {
    const ids: string[] = []
    for (const side of sides) {
      const isFile = side !== PRESENT && (side === '-' || existsSync(side))
      ids.push(isFile ? await upload(tasks, side, signal) : side)
      files.push(...(isFile ? ids.slice(-1) : []))
    }
    return await use(ids)
  } finally {
    for (const file of files) await tasks.run('config delete-file', { file }).catch(() => {}) // it expires anyway
  }
}

async function upload(tasks: TaskRunner, file: string, signal: AbortSignal): Promise<string> {
  const { id } = await transferDocument(file, signal, (document, control) =>
    tasks.send('config upload', document, {}, control),
  )
  return id
}
