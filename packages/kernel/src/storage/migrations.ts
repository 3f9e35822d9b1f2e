import type { Knex } from 'knex'
import { StartupError } from '../errors/startup-error.js'
import { withoutSecrets } from '../errors/without-secrets.js'
import type { Database } from './database.js'
import { DatabaseUnavailable } from './database-unavailable.js'
import type { Dialect } from './dialect.js'
import { reasonOf } from './reason-of.js'
import { isConflict, NOT_ALLOWED, READ_ONLY } from './transactions/driver-errors.js'

/** One step of a plugin's schema. Never edit it after a release, and never import a service or a store in it. */
export interface Migration {
  /** Unique in the plugin, such as `001-sessions`. The number is only for readers: the list determines the order. */
  readonly name: string
  /** Applies the step. Runs in a transaction with all other pending steps. */
  up(transaction: Knex.Transaction, dialect: Dialect): Promise<void>
}

/** Migrations of one plugin. */
export interface MigrationSource {
  readonly plugin: string
  readonly migrations: readonly Migration[]
  /** Runs before the pending migrations of all plugins, in the same transaction. Not called if none is pending. */
  readonly beforeMigrations?: (transaction: Knex.Transaction, dialect: Dialect) => Promise<void>
}

const TABLE = 'plinth_migrations'

/**
 * Applies all pending migrations of all plugins, in the order of the plugins, in one transaction that only one replica
 * can run at a time. If the process is killed, either all or none are applied, and no lock remains. Returns the ids of
 * the applied steps, such as `users/001-users`. Throws a `StartupError` if the database has steps of these plugins that
 * this program does not know.
 *
 * Knex's own migrator is not used, because its lock is a row that survives a kill.
 */
export function migrate(database: Database, sources: readonly MigrationSource[]): Promise<string[]> {
  const { dialect } = database
  const migrating = database.write((transaction) => migrateInTransaction(transaction, dialect, sources), {
    mayTakeLong: true,
    changesSchema: true,
  })
  return migrating.catch((error) => {
    throw error instanceof StartupError ? error : new StartupError(failedWriteMessage(error))
  })
}

/** Applies migrations as `migrate` does, within a larger transaction. */
export async function migrateInTransaction(
  transaction: Knex.Transaction,
  dialect: Dialect,
  sources: readonly MigrationSource[],
): Promise<string[]> {
  await dialect.acquireLock(transaction, 'migrations')
  const applied = await appliedSteps(transaction)
  refuseNewerSchema(applied, sources)
  refuseInsertedSteps(applied, sources)

  const pending = sources.flatMap(stepsOf).filter(({ id }) => !applied.has(id))
  if (pending.length === 0) return []
  const previouslyBroken = await dialect.brokenReference(transaction)
  for (const source of sources) await prepare(source, transaction, dialect)
  for (const step of pending) await apply(step, transaction, dialect)
  const ids = pending.map(({ id }) => id)
  if (!previouslyBroken) await refuseBrokenReference(transaction, dialect, ids)
  return ids
}

/** Throws if a row refers to one that does not exist: migrations can leave such rows while foreign keys are off. */
async function refuseBrokenReference(
  transaction: Knex.Transaction,
  dialect: Dialect,
  applied: readonly string[],
): Promise<void> {
  const broken = await dialect.brokenReference(transaction)
  if (!broken) return
  throw new StartupError(
    `After ${applied.join(', ')}, rows of "${broken.table}" refer to rows of "${broken.parent}" that do not exist. ` +
      'On SQLite, migrations run without foreign keys: delete or change the referring rows in the migration too. Nothing was changed.',
  )
}

function failedWriteMessage(error: unknown): string {
  const code = error instanceof DatabaseUnavailable ? error.code : (withoutSecrets(error).code ?? 'no code')
  if (code === READ_ONLY || code === 'SQLITE_READONLY')
    return 'The database is read-only. Set PLINTH_DATABASE_URL (the option databaseUrl) to the primary server, or to a file that this user can write to.'
  if (NOT_ALLOWED.includes(code))
    return `This user is not allowed to create or change tables in the database (${code}). Make it the owner of the database (ALTER DATABASE … OWNER TO …), or GRANT USAGE, CREATE ON SCHEMA public to it; and make it the owner of existing tables of Plinth (REASSIGN OWNED BY … TO …).`
  return `The database cannot be written to (${code}). Check that it is up, has free space, and is not locked by a long transaction; then start again.`
}

/** Returns the names of plugins that have migrated this database and that this program does not have. */
export async function unknownPlugins(database: Database, sources: readonly MigrationSource[]): Promise<string[]> {
  const ids: string[] = await database.read((knex) => knex(TABLE).pluck('name'))
  const known = new Set(sources.map(({ plugin }) => plugin))
  return [...new Set(ids.map(pluginOf))].filter((plugin) => !known.has(plugin))
}

/** Throws a `StartupError` if migrations are pending. Applies none. */
export async function expectSchema(database: Database, sources: readonly MigrationSource[]): Promise<void> {
  const { pending } = await schemaState(database, sources)
  if (pending.length === 0) return
  const isEmpty = pending.length === sources.flatMap(stepsOf).length
  throw new StartupError(
    (isEmpty
      ? 'This database has no tables of Plinth yet. '
      : `The schema of this database is not up to date: ${pending.join(', ')} ${pending.length === 1 ? 'is' : 'are'} missing. `) +
      'Check that PLINTH_DATABASE_URL and PLINTH_DATA_DIR name the right database; plinth migrate, and every start of the service, migrate the schema.',
  )
}

/** The difference between the schema of a database and the migrations of a program. */
export interface SchemaState {
  /** Steps that are not yet applied. */
  readonly pending: readonly string[]
  /** Applied steps of the program's plugins that the program does not know: a newer version has applied them. */
  readonly unknown: readonly string[]
}

/** Compares a schema with the migrations of a program. In an empty database every step is pending. Read-only. */
export function schemaState(database: Database, sources: readonly MigrationSource[]): Promise<SchemaState> {
  return database.read(async (knex) => {
    const exists = await knex.schema.hasTable(TABLE)
    const rows: { name: string }[] = exists ? await knex(TABLE).select('name') : []
    const applied = new Set(rows.map(({ name }) => name))
    const known = sources.flatMap(stepsOf).map(({ id }) => id)
    return { pending: known.filter((id) => !applied.has(id)), unknown: unknownSteps(applied, sources) }
  })
}

interface Step {
  readonly id: string
  readonly plugin: string
  readonly up: Migration['up']
}

function stepsOf({ plugin, migrations }: MigrationSource): Step[] {
  return migrations.map((migration) => ({ id: `${plugin}/${migration.name}`, plugin, up: migration.up }))
}

/** Returns the name of the plugin in the id of a step. */
function pluginOf(id: string): string {
  return id.split('/')[0] ?? ''
}

async function appliedSteps(transaction: Knex.Transaction): Promise<Set<string>> {
  await transaction.raw(`CREATE TABLE IF NOT EXISTS ${TABLE} (name TEXT PRIMARY KEY, made_at BIGINT NOT NULL)`)
  const rows: { name: string }[] = await transaction(TABLE).select('name')
  return new Set(rows.map(({ name }) => name))
}

async function prepare(
  { plugin, beforeMigrations }: MigrationSource,
  transaction: Knex.Transaction,
  dialect: Dialect,
): Promise<void> {
  try {
    await beforeMigrations?.(transaction, dialect)
  } catch (error) {
    if (isConflict(error)) throw error // all is repeated
    throw new StartupError(
      `The plugin "${plugin}" could not prepare the migrations: ${reasonOf(error)}. Nothing was changed.`,
    )
  }
}

async function apply(step: Step, transaction: Knex.Transaction, dialect: Dialect): Promise<void> {
  try {
    await step.up(transaction, dialect)
    await transaction(TABLE).insert({ name: step.id, made_at: Date.now() })
  } catch (error) {
    const reason = reasonOf(error)
    const hint = /exists/.test(reason)
      ? ' Another plugin or application owns an object of that name: use a prefix for the names of your objects. If you have renamed your plugin, put its name back: its migrations are recorded under it.'
      : ''
    throw new StartupError(
      `The plugin "${step.plugin}" could not apply its migration "${step.id}": ${reason}. Nothing was changed.${hint}`,
    )
  }
}

function unknownSteps(applied: ReadonlySet<string>, sources: readonly MigrationSource[]): string[] {
  const known = new Set(sources.flatMap(stepsOf).map(({ id }) => id))
  const plugins = new Set(sources.map(({ plugin }) => plugin))
  return [...applied].filter((id) => plugins.has(pluginOf(id)) && !known.has(id))
}

function refuseNewerSchema(applied: ReadonlySet<string>, sources: readonly MigrationSource[]): void {
  const unknown = unknownSteps(applied, sources)
  if (unknown.length === 0) return
  throw new StartupError(
    `The database was migrated by a newer version: it has ${unknown.join(', ')}, which this version does not know. ` +
      'Run that version again, or restore a backup from before the upgrade. If you have removed or renamed a ' +
      'migration of your own plugin, put it back: never edit an applied migration. Add another one that reverts it.',
  )
}

/** Throws if a pending step precedes an applied one: databases would apply the steps in different orders. */
function refuseInsertedSteps(applied: ReadonlySet<string>, sources: readonly MigrationSource[]): void {
  const problems = sources.flatMap((source) => {
    const steps = stepsOf(source)
    const last = steps.findLastIndex(({ id }) => applied.has(id))
    return steps
      .slice(0, Math.max(0, last))
      .filter(({ id }) => !applied.has(id))
      .map(
        ({ id }) =>
          `The migration "${id}" is before "${steps[last]?.id}", which is already applied. Add new migrations at the end.`,
      )
  })
  if (problems.length > 0) throw new StartupError(problems)
}
