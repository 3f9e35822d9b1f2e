import { createHash } from 'node:crypto'
import { type Database, type Dialect, type Knex, StartupError } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { withoutSecrets } from '@plinth/kernel/tools'
import { columnOf, isStored, uniqueColumnOf } from '../tables/table-fields.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { EPOCH, JOURNAL } from './snapshot-tables.js'

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const INSUFFICIENT_PRIVILEGE = '42501'
const PREFIX = 'plinth_journal_'
/** Increase it when the statements of a trigger change, so that new triggers replace those of earlier versions. */
const VERSION = 1

/**
 * Creates those triggers that do not exist yet. They keep each row as it was before its first change since the newest
 * snapshot. Triggers are needed because other routes, plugins and hosts change the tables too. They do nothing while
 * there is no snapshot, and leave out columns that the description of the table lacks, such as a password hash.
 */
export async function installJournalTriggers(tables: TransferTables, database: Database): Promise<void> {
  const { dialect } = database
  const wanted = tables.inFileOrder.map((table) => ({ table, name: nameOf(table, dialect) }))
  const existing = await database.read((knex) => existingTriggers(knex, dialect))
  const missing = wanted.filter(({ name }) => !existing.has(name))
  if (missing.length === 0) return
  await database.write(async (transaction) => {
    await dialect.acquireLock(transaction, 'migrations')
    const current = await existingTriggers(transaction, dialect) // another replica may have created some
    for (const { table, name } of missing.filter((each) => !current.has(each.name))) {
      for (const [other, itsTable] of current)
        if (itsTable === table.table) await dropTrigger(transaction, dialect, other, itsTable)
      await createTrigger(transaction, dialect, table, name).catch((error: unknown) => {
        throw withoutSecrets(error).code === INSUFFICIENT_PRIVILEGE ? notTheOwnerOf(table) : error
      })
    }
  })
}

function notTheOwnerOf({ table }: ConfigurationTable): StartupError {
  return new StartupError(
    `Snapshots need a trigger on ${table}, which this user may not create (${INSUFFICIENT_PRIVILEGE}). Make the user in PLINTH_DATABASE_URL the owner of the table: ALTER TABLE ${table} OWNER TO …`,
  )
}

/** Drops the triggers, because they would keep a migration from changing their tables. The next start creates them. */
export async function dropJournalTriggers(transaction: Knex.Transaction, dialect: Dialect): Promise<void> {
  for (const [name, table] of await existingTriggers(transaction, dialect))
    await dropTrigger(transaction, dialect, name, table)
}

/** Returns the SQL of a row's image in the journal: a JSON object with the previous value of each described column. */
function imageOf(table: ConfigurationTable, { json }: Dialect): string {
  const members = new Map<string, string>()
  for (const [name, field] of Object.entries(table.fields)) {
    if (!isStored(field)) continue
    for (const column of [columnOf(name, field), uniqueColumnOf(table, name)]) {
      const value = `OLD.${column}`
      const isNumber = field.kind === 'number'
      members.set(column, isNumber ? json.number(value) : field.kind === 'boolean' ? json.flag(value) : value)
    }
  }
  return json.object([...members])
}

/** Returns the columns whose change fires the trigger. A canonical form changes only with its field. */
function columnsOf(table: ConfigurationTable): string[] {
  const stored = Object.entries(table.fields).filter(([, field]) => isStored(field))
  return stored.map(([name, field]) => columnOf(name, field))
}

function nameOf(table: ConfigurationTable, dialect: Dialect): string {
  const definition = JSON.stringify([VERSION, table.table, columnsOf(table), imageOf(table, dialect)])
  return PREFIX + createHash('sha256').update(definition).digest('hex').slice(0, 16)
}

const isPostgres = ({ name }: Dialect) => name === 'postgres'

/** Returns the tables of the existing triggers, by the name of the trigger. */
async function existingTriggers(knex: Knex, dialect: Dialect): Promise<Map<string, string>> {
  const like = `${PREFIX.replaceAll('_', '\\_')}%`
  const rows: { name: string; table: string }[] = isPostgres(dialect)
    ? (
        await knex.raw(
          `SELECT t.tgname AS name, c.relname AS "table" FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
           WHERE t.tgname LIKE ? AND pg_table_is_visible(c.oid)`,
          [like],
        )
      ).rows
    : await knex.raw(
        `SELECT name, tbl_name AS "table" FROM sqlite_master WHERE type = 'trigger' AND name LIKE ? ESCAPE '\\'`,
        [like],
      )
  // On SQLite there is one for changes and one for removals
  return new Map(rows.map(({ name, table }) => [name.replace(/_(update|delete)$/, ''), table]))
}

async function dropTrigger(transaction: Knex.Transaction, dialect: Dialect, name: string, table: string) {
  if (isPostgres(dialect)) {
    await transaction.raw('DROP TRIGGER IF EXISTS ?? ON ??', [name, table])
    await transaction.raw('DROP FUNCTION IF EXISTS ??()', [name])
  } else {
    for (const event of ['update', 'delete']) await transaction.raw('DROP TRIGGER IF EXISTS ??', [`${name}_${event}`])
  }
}

async function createTrigger(
  transaction: Knex.Transaction,
  dialect: Dialect,
  table: ConfigurationTable,
  name: string,
): Promise<void> {
  const columns = columnsOf(table).join(', ')
  const values = `epoch, '${table.table}', OLD.id, ${imageOf(table, dialect)}`
  const insertInto = `INSERT INTO ${JOURNAL} (epoch, table_name, row_id, image)`
  if (isPostgres(dialect)) {
    // With the rights of its owner, because another database role that may change the table may have none on the
    // journal
    await transaction.raw(`
      CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $body$
      BEGIN
        ${insertInto} SELECT ${values} FROM ${EPOCH} WHERE epoch > 0 ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $body$`)
    await transaction.raw(
      `CREATE TRIGGER ${name} AFTER UPDATE OF ${columns} OR DELETE ON ${table.table} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
    )
    return
  }
  // No conflict clause: SQLite would use the one of the statement that fires the trigger instead
  const insert = `${insertInto} SELECT ${values} FROM ${EPOCH} e WHERE epoch > 0 AND NOT EXISTS (
    SELECT 1 FROM ${JOURNAL} j WHERE j.table_name = '${table.table}' AND j.row_id = OLD.id AND j.epoch = e.epoch);`
  for (const [event, on] of [
    ['update', `UPDATE OF ${columns}`],
    ['delete', 'DELETE'],
  ])
    await transaction.raw(`CREATE TRIGGER ${name}_${event} AFTER ${on} ON ${table.table} BEGIN ${insert} END`)
}
