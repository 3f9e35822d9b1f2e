import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Knex } from 'knex'
import { StartupError } from '../../errors/startup-error.js'
import { withoutSecrets } from '../../errors/without-secrets.js'
import type { Database } from '../database.js'
import { KnexDatabase } from '../knex-database.js'
import { resolveLink } from '../resolve-link.js'
import { replacementDetector } from './replacement-detector.js'
import { sqliteDialect } from './sqlite-dialect.js'
import { shareSqliteFile } from './sqlite-ownership.js'
import { SQLITE_REPLACED } from './sqlite-problem.js'

const FOREIGN_KEYS_NOT_ENFORCED =
  'The Knex of the option knex does not enforce foreign keys, so rows could refer to deleted ones. Create it with ' +
  "pool: { afterCreate: (connection, done) => connection.run('PRAGMA foreign_keys = ON', done) }."

/**
 * Wraps a host's Knex for SQLite. Throws a `StartupError` if a kernel with connections of its own uses the file,
 * because that kernel would not notice changes by others; if the file cannot be opened; or if foreign keys are not
 * enforced.
 */
export async function adoptSqlite(knex: Knex): Promise<Database> {
  const path = configuredPath(knex) ?? (await openedPath(knex))
  const close = path === undefined ? async () => {} : await shareSqliteFile(resolveLink(path))
  let isReplaced = () => false
  const writeProblemCode = () => (isReplaced() ? SQLITE_REPLACED : undefined)
  const database = new KnexDatabase({ dialect: sqliteDialect, writer: knex, reader: knex, close, writeProblemCode })
  try {
    const areEnforced = await enforcesForeignKeys(database).catch((error) => {
      throw cannotBeOpened(error, path)
    })
    if (!areEnforced) throw new StartupError(FOREIGN_KEYS_NOT_ENFORCED)
    if (path !== undefined) isReplaced = replacementDetector(path, { withCompanions: false })
  } catch (error) {
    await close()
    throw error
  }
  return database
}

/** Returns the path in the configuration of a Knex; `undefined` for a URI, a function or an in-memory database. */
function configuredPath(knex: Knex): string | undefined {
  const { connection } = knex.client.config
  const filename: unknown = typeof connection === 'string' ? connection : connection?.filename
  if (typeof filename !== 'string' || filename === '' || /^(:memory:$|file:)/.test(filename)) return undefined
  return resolve(filename)
}

/** Returns the path of the file that a Knex opens; `undefined` for an in-memory database. */
async function openedPath(knex: Knex): Promise<string | undefined> {
  const database = new KnexDatabase({ dialect: sqliteDialect, writer: knex, reader: knex, close: async () => {} })
  const opened: { name: string; file: string }[] = await database
    .read((reader) => reader.raw('PRAGMA database_list'))
    .catch((error) => {
      throw cannotBeOpened(error)
    })
  return opened.find(({ name, file }) => name === 'main' && existsSync(file))?.file
}

function cannotBeOpened(error: unknown, path = 'of a URI'): StartupError {
  return new StartupError(
    `The SQLite file ${path} of the option knex cannot be opened (${withoutSecrets(error).code}). ` +
      'Check that it is a database, and that this user may read and write it and its folder.',
  )
}

async function enforcesForeignKeys(database: Database): Promise<boolean> {
  const [found] = await database.read((knex) => knex.raw('PRAGMA foreign_keys'))
  await database.read((knex) => knex.raw('SELECT count(*) FROM sqlite_master')) // fails unless it is a database
  return found.foreign_keys === 1
}
