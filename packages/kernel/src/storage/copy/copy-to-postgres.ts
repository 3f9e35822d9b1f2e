import type { Knex } from 'knex'
import { PlinthError } from '../../errors/plinth-error.js'
import { StartupError } from '../../errors/startup-error.js'
import { withoutSecrets } from '../../errors/without-secrets.js'
import type { Database } from '../database.js'
import { type MigrationSource, migrateInTransaction } from '../migrations.js'
import { openPostgres } from '../postgres/open-postgres.js'
import { ENCODED_PASSWORD, PASSWORD_NOT_ENCODED, serverAddressOf } from '../postgres/server/server-urls.js'
import { storageErrors } from '../storage-errors.js'
import { COPIES, markCopied } from './copy-mark.js'
import { COPYABLE_TYPES, type ColumnType } from './copyable-types.js'
import { TableDigest } from './table-digest.js'

/** Source and target of a copy. */
export interface CopyOptions {
  /** SQLite database that nothing else writes to during the copy. Its schema must be up to date. */
  readonly from: Database
  /** `postgres://` URL of an empty database. Never part of a message. */
  readonly to: string
  /** Name of that URL in messages. */
  readonly urlName: string
  /** Migrations that create the tables of the target. */
  readonly sources: readonly MigrationSource[]
  /** Awaited once the target has its tables, before the first row is read. */
  readonly onReady?: () => Promise<void>
  /** Called with each table before it is copied. */
  readonly onTable?: (table: string) => void
}

/** Table that was copied and verified. */
export interface CopiedTable {
  readonly table: string
  readonly rows: number
  /** SHA-256 digest of its rows, independent of their order. */
  readonly digest: string
}

/** Number of rows per read and write. */
const PAGE_ROWS = 500

interface Table {
  readonly name: string
  readonly columns: ReadonlyMap<string, ColumnType>
}

/** Implements `copyDatabase`. */
export async function copyToPostgres(options: CopyOptions): Promise<readonly CopiedTable[]> {
  const { to, urlName } = options
  if (!/^postgres(ql)?:\/\//.test(to)) throw new StartupError(`${urlName} must start with "postgres://".`)
  if (!ENCODED_PASSWORD.test(to)) throw new StartupError(`${urlName} ${PASSWORD_NOT_ENCODED}`)
  const target = await openPostgres(to, { urlName })
  const marked: { tables?: readonly CopiedTable[]; unmark?: () => Promise<void> } = {}
  const copyAndMark = async (transaction: Knex.Transaction) => {
    const tables = await copyInTransaction(transaction, target, options)
    // Before COMMIT, so that there is never a copy without a mark, even if the process is killed
    marked.unmark = await markCopied(options.from, serverAddressOf(to))
    marked.tables = tables
    return tables
  }
  try {
    return await target.write(copyAndMark, { mayTakeLong: true, runsOnce: true })
  } catch (error) {
    if (marked.tables && (await isCommitted(marked.tables, options))) return marked.tables
    await marked.unmark?.()
    if (error instanceof StartupError || error instanceof PlinthError) throw error
    throw notCopied(`cannot write to the target database (${withoutSecrets(error).code ?? 'no code'})`)
  } finally {
    await target.close()
  }
}

/** Returns whether a copy whose COMMIT failed was committed after all: only the response may have been lost. */
async function isCommitted(copied: readonly CopiedTable[], { to, urlName }: CopyOptions): Promise<boolean> {
  try {
    const target = await openPostgres(to, { urlName })
    const findCopied = async (transaction: Knex.Transaction) => {
      await target.dialect.acquireLock(transaction, 'migrations') // waits until the transaction of the copy has ended
      const tables = new Map((await tablesOf(transaction)).map((table) => [table.name, table]))
      for (const { table: name, digest } of copied) {
        const table = tables.get(name)
        if (!table || (await targetDigestOf(table, transaction)).digest !== digest) return false
      }
      return true
    }
    return await target.write(findCopied, { mayTakeLong: true }).finally(() => target.close())
  } catch {
    const reason =
      `${serverAddressOf(to)} stopped responding at COMMIT. The file stays marked as copied. If the tables are in that database, use ` +
      'it; if not, run plinth copy --forget (in code: forgetCopy) and copy again'
    throw storageErrors.COPY_UNCONFIRMED({ reason })
  }
}

/** Copies within a transaction: others see nothing before COMMIT, and nothing remains if this process is killed. */
async function copyInTransaction(
  transaction: Knex.Transaction,
  { dialect }: Database,
  { from, sources, onReady, onTable }: CopyOptions,
): Promise<readonly CopiedTable[]> {
  await dialect.acquireLock(transaction, 'migrations') // otherwise a concurrent copy would see an empty database too
  await refuseNonEmpty(transaction)
  await migrateInTransaction(transaction, dialect, sources)
  const tables = await tablesOf(transaction)
  await onReady?.()
  return from.readSnapshot(async (source) => {
    await refuseDifferentTables(source, tables)
    const foreignKeys = await dropForeignKeys(transaction)
    const copied: CopiedTable[] = []
    for (const table of tables) {
      onTable?.(table.name)
      copied.push(await copyTable(table, source, transaction, dialect))
    }
    for (const { table, name, definition } of foreignKeys)
      await transaction.raw(`ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`)
    await advanceSequences(source, transaction)
    return copied
  })
}

async function refuseNonEmpty(transaction: Knex.Transaction): Promise<void> {
  const { rows } = await transaction.raw(
    `SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind NOT IN ('i', 'I', 't', 'c')
     ORDER BY relname LIMIT 3`,
  )
  if (rows.length === 0) return
  const names = rows.map(({ relname }: { relname: string }) => relname).join(', ')
  throw notCopied(`the target database is not empty: it has ${names}. Use one without tables`)
}

async function tablesOf(transaction: Knex.Transaction): Promise<Table[]> {
  const { rows } = await transaction.raw(
    `SELECT table_name, json_agg(json_build_array(column_name, udt_name) ORDER BY ordinal_position) AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' GROUP BY table_name ORDER BY table_name`,
  )
  return rows.map(({ table_name: name, columns }: { table_name: string; columns: [string, string][] }) => {
    const types = columns.map(([column, type]) => [column, typeOf(name, column, type)] as const)
    return { name, columns: new Map(types) }
  })
}

function typeOf(table: string, column: string, type: string): ColumnType {
  const known = COPYABLE_TYPES[type]
  if (!known) throw notCopied(`the column ${column} of ${table} has the type ${type}, which cannot be copied`)
  return known
}

/** Throws if the tables of the source differ from those that the migrations have created in the target. */
async function refuseDifferentTables(source: Knex.Transaction, tables: readonly Table[]): Promise<void> {
  const found: { name: string; columns: string }[] = await source.raw(
    `SELECT t.name, json_group_array(c.name) AS columns FROM sqlite_master t, pragma_table_info(t.name) c
     WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND t.name <> ? GROUP BY t.name`,
    [COPIES],
  )
  const shapeOf = (name: string, columns: readonly string[]) => `${name} (${columns.toSorted().join(', ')})`
  const sourceShapes = new Set(found.map(({ name, columns }) => shapeOf(name, JSON.parse(columns))))
  const targetShapes = new Set(tables.map(({ name, columns }) => shapeOf(name, [...columns.keys()])))
  const unknownTable = [...sourceShapes].find((shape) => !targetShapes.has(shape))
  const different = unknownTable ?? [...targetShapes].find((shape) => !sourceShapes.has(shape))
  if (different === undefined) return
  throw notCopied(`the table ${different} is ${unknownTable ? 'not created by these plugins' : 'missing'}`)
}

/** Foreign key of a table, as SQL. */
interface ForeignKeySql {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Drops all foreign keys, because tables are not copied in the order of their references. Returns their SQL. */
async function dropForeignKeys(transaction: Knex.Transaction): Promise<readonly ForeignKeySql[]> {
  const { rows } = await transaction.raw(
    `SELECT t.relname AS table, c.conname AS name, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
     WHERE c.contype = 'f' AND t.relnamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  )
  for (const { table, name } of rows as ForeignKeySql[])
    await transaction.raw(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`)
  return rows
}

async function copyTable(
  table: Table,
  source: Knex.Transaction,
  transaction: Knex.Transaction,
  dialect: Database['dialect'],
): Promise<CopiedTable> {
  await transaction.raw(`DELETE FROM ${quoted(table.name)}`) // the rows inserted by migrations are copied, too
  const sourceDigest = new TableDigest()
  const names = [...table.columns.keys()]
  const key = names.slice(0, 1) // any column, because the digests show whether all rows were written
  const writer = dialect.rowWriter(transaction, { table: table.name, key })
  for await (const page of sourcePages(table, source)) {
    for (const row of page) sourceDigest.add(row)
    const records = page.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])))
    await writer.prepare(records)()
  }
  const { rows, digest } = sourceDigest
  const targetDigest = await targetDigestOf(table, transaction)
  if (targetDigest.rows !== rows || targetDigest.digest !== digest)
    throw notCopied(`the table ${table.name} differs from the source: ${targetDigest.rows} of ${rows} rows were copied`)
  return { table: table.name, rows, digest }
}

async function targetDigestOf(table: Table, transaction: Knex.Transaction): Promise<TableDigest> {
  const digest = new TableDigest()
  for await (const page of targetPages(table, transaction)) for (const row of page) digest.add(row)
  return digest
}

type Row = readonly (string | null)[]

async function* sourcePages({ name, columns }: Table, source: Knex.Transaction): AsyncGenerator<Row[]> {
  const selected = [...columns].map(([column, { onSqlite }], index) => `${onSqlite(quoted(column))} AS c${index}`)
  let lastRowid = Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows: Record<string, unknown>[] = await source.raw(
      `SELECT rowid AS position, ${selected.join(', ')} FROM ${quoted(name)} WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE_ROWS}`,
      [lastRowid],
    )
    yield rows.map((row) => valuesOf(row, columns.size))
    if (rows.length < PAGE_ROWS) return
    lastRowid = Number(rows.at(-1)?.position)
  }
}

async function* targetPages({ name, columns }: Table, transaction: Knex.Transaction): AsyncGenerator<Row[]> {
  const selected = [...columns].map(([column, { onPostgres }], index) => `${onPostgres(quoted(column))} AS c${index}`)
  await transaction.raw(`DECLARE copied_rows NO SCROLL CURSOR FOR SELECT ${selected.join(', ')} FROM ${quoted(name)}`)
  for (;;) {
    const { rows } = await transaction.raw(`FETCH ${PAGE_ROWS} FROM copied_rows`)
    yield rows.map((row: Record<string, unknown>) => valuesOf(row, columns.size))
    if (rows.length < PAGE_ROWS) break
  }
  await transaction.raw('CLOSE copied_rows')
}

function valuesOf(row: Record<string, unknown>, columnCount: number): Row {
  return Array.from({ length: columnCount }, (_, index) => {
    const value = row[`c${index}`]
    return value === null || value === undefined ? null : String(value)
  })
}

/** Advances the sequences to those of the source, so that identifiers are never reused, even those of deleted rows. */
async function advanceSequences(source: Knex.Transaction, transaction: Knex.Transaction): Promise<void> {
  const sequences: { name: string; seq: number }[] = await source.raw(
    'SELECT name, seq FROM sqlite_sequence WHERE seq > 0',
  )
  for (const { name, seq } of sequences)
    await transaction.raw(
      `SELECT setval(pg_get_serial_sequence(quote_ident(table_name), column_name), ?) FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = ? AND column_default LIKE 'nextval(%'`,
      [seq, name],
    )
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const notCopied = (reason: string) => storageErrors.NOT_COPIED({ reason })
