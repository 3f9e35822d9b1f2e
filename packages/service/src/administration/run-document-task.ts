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
import { ownersSocket, withServices } from './run-task.js'
import { refusalOf } from './task-answer.js'

/**
 * Hands over the whole configuration as one document, from the service that owns the SQLite file when one runs, else
 * from the database itself. Throws a `CommandError` with what the services refuse.
 */
export async function withExport<T>(use: (document: Readable) => Promise<T>): Promise<T> {
  const path = ownersSocket()
  const theirs = path === undefined ? undefined : await exportFromOwner(path)
  return theirs ? use(theirs) : withServices(async (services) => use(await refusing(exportDocument(services))))
}

/** Imports a document where it can be done, as `withExport` chooses. */
export async function runImport(
  document: Readable,
  choice: ImportChoice,
  follower: ImportFollower,
): Promise<ImportOutcome> {
  const path = ownersSocket()
  const here = (services: StandardServices) => refusing(importDocument(services, document, choice, follower))
  const theirs = path === undefined ? undefined : await importAtOwner(path, document, choice, follower)
  return theirs ?? withServices(here)
}

/** What is wrong with the document's source is thrown as it is; it names a file, and no secret. */
function refusing<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw error instanceof CommandError ? error : new CommandError(refusalOf(error).refusal.message)
  })
}
