import type { Knex } from 'knex'
import { StartupError } from '../errors/startup-error.js'
import { withoutSecrets } from '../errors/without-secrets.js'
import type { Database } from './database.js'
import { DatabaseAway } from './database-away.js'
import type { Dialect } from './dialect.js'
import { reasonOf } from './reason-of.js'

/** One step of a plugin's schema. Never edited after a release, and imports no service or store. */
export interface Migration {
  /** Unique in the plugin; sorts the steps for a reader: `001-sessions`. */
  readonly name: string
  /** Makes the step. Runs in a transaction together with all other steps that are due. */
  up(transaction: Knex.Transaction, dialect: Dialect): Promise<void>
}

/** The migrations of one plugin. */
export interface MigrationSource {
  readonly plugin: string
  readonly migrations: readonly Migration[]
}

const TABLE = 'plinth_migrations'

/**
 * Brings the schema up to date: all steps of all plugins that are missing, in the order of the plugins, in one
 * transaction that only one replica can be in. So it is whole or absent, whenever the process is killed, and no lock
 * stays behind. Returns the names of the steps made, `users/001-users` and so on. Throws a `StartupError` when the
 * database has steps of these plugins that this program does not know.
 *
 * Knex's own migrator is not used: its lock is a row that survives a kill, and it takes one directory only.
 */
export function migrate(database: Database, sources: readonly MigrationSource[]): Promise<string[]> {
  const migrating = database.write((transaction) => migrateWithin(transaction, database.dialect, sources), {
    mayTakeLong: true,
  })
  return migrating.catch((error) => {
    throw error instanceof StartupError ? error : new StartupError(whyNotWritten(error))
  })
}

/** As `migrate`, in a transaction that does more. */
export async function migrateWithin(
  transaction: Knex.Transaction,
  dialect: Dialect,
  sources: readonly MigrationSource[],
): Promise<string[]> {
  await dialect.enterSection(transaction, 'migrations')
  const done = await completed(transaction)
  refuseNewerSchema(done, sources)
  refuseInsertedSteps(done, sources)

  const due = sources.flatMap(prefixed).filter(({ id }) => !done.has(id))
  for (const step of due) await make(step, transaction, dialect)
  return due.map(({ id }) => id)
}

function whyNotWritten(error: unknown): string {
  const code = error instanceof DatabaseAway ? error.code : (withoutSecrets(error).code ?? 'no code')
  if (code === '25006' || code === 'SQLITE_READONLY')
    return 'The database is read-only. Let PLINTH_DATABASE_URL (the option databaseUrl) name the primary server, or a file that this user may write.'
  if (code === '42501' || code === '3F000')
    return `This user may not make tables in the database (${code}). Let it own the database (ALTER DATABASE … OWNER TO …), or GRANT USAGE, CREATE ON SCHEMA public to it.`
  return `The database cannot be written (${code}). See that it is up, has room, and is not held by a long transaction; then start again.`
}

/** Throws a `StartupError` when the schema lacks steps. Makes nothing. */
export async function expectSchema(database: Database, sources: readonly MigrationSource[]): Promise<void> {
  const { pending } = await schemaState(database, sources)
  if (pending.length === 0) return
  throw new StartupError(
    `The schema of this database is not up to date: ${pending.join(', ')} ${pending.length === 1 ? 'is' : 'are'} missing. ` +
      'See that PLINTH_DATABASE_URL and PLINTH_DATA_DIR name the right one; plinth migrate, and every start of the service, bring it up to date.',
  )
}

/** How a schema stands to a program. */
export interface SchemaState {
  /** Steps that are missing. */
  readonly pending: readonly string[]
  /** Steps of the program's plugins that it does not know: a newer version has made them. */
  readonly unknown: readonly string[]
}

/** Compares a schema with what a program knows; a database without any schema lacks every step. Makes nothing. */
export function schemaState(database: Database, sources: readonly MigrationSource[]): Promise<SchemaState> {
  return database.read(async (knex) => {
    const isThere = await knex.schema.hasTable(TABLE)
    const rows: { name: string }[] = isThere ? await knex(TABLE).select('name') : []
    const done = new Set(rows.map(({ name }) => name))
    const known = sources.flatMap(prefixed).map(({ id }) => id)
    return { pending: known.filter((id) => !done.has(id)), unknown: unknownSteps(done, sources) }
  })
}

interface Step {
  readonly id: string
  readonly plugin: string
  readonly up: Migration['up']
}

function prefixed({ plugin, migrations }: MigrationSource): Step[] {
  return migrations.map((migration) => ({ id: `${plugin}/${migration.name}`, plugin, up: migration.up }))
}

async function completed(transaction: Knex.Transaction): Promise<Set<string>> {
  await transaction.raw(`CREATE TABLE IF NOT EXISTS ${TABLE} (name TEXT PRIMARY KEY, made_at BIGINT NOT NULL)`)
  const rows: { name: string }[] = await transaction(TABLE).select('name')
  return new Set(rows.map(({ name }) => name))
}

async function make(step: Step, transaction: Knex.Transaction, dialect: Dialect): Promise<void> {
  try {
    await step.up(transaction, dialect)
    await transaction(TABLE).insert({ name: step.id, made_at: Date.now() })
  } catch (error) {
    const reason = reasonOf(error)
    const hint = /exists/.test(reason)
      ? ' Another plugin or application owns something of that name: give yours a prefix of its own.'
      : ''
    throw new StartupError(
      `The plugin "${step.plugin}" could not make its migration "${step.id}": ${reason}. Nothing was changed.${hint}`,
    )
  }
}

function unknownSteps(done: ReadonlySet<string>, sources: readonly MigrationSource[]): string[] {
  const known = new Set(sources.flatMap(prefixed).map(({ id }) => id))
  const plugins = new Set(sources.map(({ plugin }) => plugin))
  return [...done].filter((id) => plugins.has(id.split('/')[0] ?? '') && !known.has(id))
}

function refuseNewerSchema(done: ReadonlySet<string>, sources: readonly MigrationSource[]): void {
  const unknown = unknownSteps(done, sources)
  if (unknown.length === 0) return
  throw new StartupError(
    `The database was made by a newer version: it has ${unknown.join(', ')}, which this one does not know. ` +
      'Run that version again, or restore a backup from before the upgrade. If you have removed or renamed a ' +
      'migration of your own plugin, put it back: a migration that was made is never edited. Add another one that undoes it.',
  )
}

/** A step before one that was made would run on some databases after it and on others before. */
function refuseInsertedSteps(done: ReadonlySet<string>, sources: readonly MigrationSource[]): void {
  const problems = sources.flatMap((source) => {
    const steps = prefixed(source)
    const last = steps.findLastIndex(({ id }) => done.has(id))
    return steps
      .slice(0, Math.max(0, last))
      .filter(({ id }) => !done.has(id))
      .map(
        ({ id }) =>
          `The migration "${id}" stands before "${steps[last]?.id}", which was made already. Add new migrations at the end.`,
      )
  })
  if (problems.length > 0) throw new StartupError(problems)
}
