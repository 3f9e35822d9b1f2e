import type { Readable } from 'node:stream'
import { CommandError } from '../commands/command-error.js'
import { exportFromService } from './call-document-task.js'
import { type ExportName, exportDocument } from './document-tasks.js'
import { socketPathOfService, withServices } from './run-task.js'
import { failureFrom } from './task-result.js'

/**
 * Passes the whole configuration to `use` as one document: from the running service that owns the SQLite file, or
 * directly from the database if no such service runs. Throws a `CommandError` if the export fails.
 */
export async function withExport<T>(name: ExportName, use: (document: Readable) => Promise<T>): Promise<T> {
  const path = socketPathOfService()
  const document = path === undefined ? undefined : await exportFromService(path, name)
  return document
    ? use(document)
    : withServices(async (services) => use(await asCommandError(exportDocument(services, name))))
}

/** Converts errors to `CommandError`s, without secrets. Errors of the document's source are `CommandError`s already. */
export function asCommandError<T>(result: Promise<T>): Promise<T> {
  return result.catch((error) => {
    throw error instanceof CommandError ? error : new CommandError(failureFrom(error).refusal.message)
  })
}
