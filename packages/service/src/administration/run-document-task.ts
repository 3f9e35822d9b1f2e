import type { Readable } from 'node:stream'
import { CommandError } from '../commands/command-error.js'
import type { StandardServices } from '../standard-plugins.js'
import { exportFromOwner, importAtOwner } from './call-document-task.js'
import {
  exportDocument,
  type ImportChoice,
  type ImportFollower,
  type ImportOutcome,
  importDocument,
} from './document-tasks.js'
import { ownerSocketPath, withServices } from './run-task.js'
import { refusalFrom } from './task-result.js'

/**
 * Passes the whole configuration to `use` as one document: from the service that owns the SQLite file if one runs, else
 * directly from the database. Throws a `CommandError` if the services reject the task.
 */
export async function withExport<T>(use: (document: Readable) => Promise<T>): Promise<T> {
  const path = ownerSocketPath()
  const document = path === undefined ? undefined : await exportFromOwner(path)
  return document
    ? use(document)
    : withServices(async (services) => use(await asCommandError(exportDocument(services))))
}

/** Imports a document through the service that owns the SQLite file if one runs, else directly. */
export async function runImport(
  document: Readable,
  choice: ImportChoice,
  follower: ImportFollower,
): Promise<ImportOutcome> {
  const path = ownerSocketPath()
  const inProcess = (services: StandardServices) => asCommandError(importDocument(services, document, choice, follower))
  const outcome = path === undefined ? undefined : await importAtOwner(path, document, choice, follower)
  return outcome ?? withServices(inProcess)
}

/** Converts errors to `CommandError`s. Errors of the document's source already are; they contain no secret. */
function asCommandError<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw error instanceof CommandError ? error : new CommandError(refusalFrom(error).refusal.message)
  })
}
