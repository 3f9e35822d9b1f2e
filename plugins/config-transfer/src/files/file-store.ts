import type { KernelServices, Knex, Origin } from '@plinth/kernel'
import type { Actor } from '@plinth/kernel/contracts'
import { actorOf } from '@plinth/kernel/tools'
import { ExpiringRows, UNFINISHED_LIFETIME_MS } from '../expiring-rows.js'
import type { KeyedRecord } from '../records/keyed-record.js'
import type { NamedProblem } from '../records/named-problem.js'
import type { PlainRecord } from '../records/record-shape.js'
import type { ConfigTransferSettings } from '../settings.js'
import { FILE_RECORDS, FILES } from './file-tables.js'

/** A record or table of a file that cannot be read. */
export interface FileProblem extends NamedProblem {
  readonly table: string
}

/** What was found in a file. */
export interface FileContent {
  /** SHA-256 in hexadecimal digits. */
  readonly digest: string
  /** Number of records of each table. */
  readonly tables: Readonly<Record<string, number>>
  /** What cannot be read, and is not compared. The first ones, if there are many. */
  readonly problems: readonly FileProblem[]
  readonly problemCount: number
}

/** A configuration file that was uploaded to be compared or merged. */
export interface StoredFile extends FileContent {
  readonly id: number
  /** Its id in the REST API. */
  readonly identifier: string
  /** Times in ms. */
  readonly createdAt: number
  readonly expiresAt: number
  readonly createdBy: Actor
}

/** A record of a file with its position in its table, from 1. */
export interface PositionedRecord extends KeyedRecord {
  readonly position: number
}

interface FileStoreDeps extends Pick<KernelServices, 'database' | 'clock' | 'randomness'> {
  readonly settings: ConfigTransferSettings
}

/** Stores the uploaded files and their records. */
export class FileStore {
  readonly #deps: FileStoreDeps
  /** The files as rows that expire. */
  readonly rows: ExpiringRows

  constructor({ database, clock, randomness, settings }: FileStoreDeps) {
    this.#deps = { database, clock, randomness, settings }
    const tables = { owners: FILES, parts: FILE_RECORDS, ownerId: 'file_id', partKey: ['table_name', 'position'] }
    this.rows = new ExpiringRows({ database, clock }, tables)
  }

  /** Creates a file without records. It can be found once it is complete. */
  async create(transaction: Knex.Transaction, origin: Origin): Promise<{ id: number; identifier: string }> {
    const { clock, randomness } = this.#deps
    const { kind, name } = actorOf(origin)
    const now = clock.now()
    const identifier = randomness.identifier()
    const [row] = await transaction(FILES)
      .insert({
        identifier,
        state: 'receiving',
        created_at: now,
        expires_at: now + UNFINISHED_LIFETIME_MS,
        actor_kind: kind,
        actor_name: name,
        digest: '',
        tables: '{}',
        problems: '{}',
      })
      .returning('id')
    return { id: Number(row.id), identifier }
  }

  async addRecords(fileId: number, table: string, records: readonly PositionedRecord[]): Promise<void> {
    const rows = records.map(({ position, keyDigest, record }) => ({
      file_id: fileId,
      table_name: table,
      position,
      key_digest: keyDigest,
      record: JSON.stringify(record),
    }))
    const target = { table: FILE_RECORDS, key: ['file_id', 'table_name', 'position'] }
    await this.#deps.database.write((transaction) =>
      this.#deps.database.dialect.rowWriter(transaction, target).prepare(rows)(),
    )
  }

  /** Completes a file. Its lifetime starts now. */
  async setComplete(transaction: Knex.Transaction, id: number, content: FileContent): Promise<void> {
    const { clock, settings } = this.#deps
    const { digest, tables, problems, problemCount } = content
    const found = { digest, tables: JSON.stringify(tables), problems: JSON.stringify({ problems, problemCount }) }
    await transaction(FILES)
      .where({ id })
      .update({ state: 'complete', expires_at: clock.now() + settings.planLifetime * 1_000, ...found })
  }

  /** Returns the files that have not expired, the newest first. */
  async list(knex: Knex): Promise<StoredFile[]> {
    const rows: FileRow[] = await this.#current(knex).orderBy('id', 'desc')
    return rows.map(fileOf)
  }

  async find(knex: Knex, identifier: string): Promise<StoredFile | undefined> {
    const row: FileRow | undefined = await this.#current(knex).where({ identifier }).first()
    return row && fileOf(row)
  }

  /** Returns records of a table in the order of the file. */
  async records(
    knex: Knex,
    { id }: StoredFile,
    { table, after, limit }: { readonly table: string; readonly after: number; readonly limit: number },
  ): Promise<PositionedRecord[]> {
    const rows: RecordRow[] = await knex(FILE_RECORDS)
      .where({ file_id: id, table_name: table })
      .where('position', '>', after)
      .orderBy('position')
      .limit(limit)
    return rows.map(recordOf)
  }

  /** Returns the records with these keys, by the digest of the key. */
  async recordsWithKeys(
    knex: Knex,
    { id }: StoredFile,
    table: string,
    keyDigests: readonly string[],
  ): Promise<Map<string, PlainRecord | null>> {
    if (keyDigests.length === 0) return new Map()
    const { sql, binding } = this.#deps.database.dialect.isOneOf('key_digest', keyDigests)
    const rows: RecordRow[] = await knex(FILE_RECORDS)
      .where({ file_id: id, table_name: table })
      .whereRaw(sql, [binding as string])
    return new Map(rows.map((row) => [row.key_digest, JSON.parse(row.record)]))
  }

  #current(knex: Knex): Knex.QueryBuilder {
    return knex(FILES).where('expires_at', '>', this.#deps.clock.now()).where({ state: 'complete' })
  }
}

interface FileRow {
  readonly id: number
  readonly identifier: string
  readonly created_at: string | number
  readonly expires_at: string | number
  readonly actor_kind: Actor['kind']
  readonly actor_name: string | null
  readonly digest: string
  readonly tables: string
  readonly problems: string
}

interface RecordRow {
  readonly position: number
  readonly key_digest: string
  readonly record: string
}

function fileOf(row: FileRow): StoredFile {
  const { id, identifier, digest } = row
  return {
    id,
    identifier,
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    createdBy: { kind: row.actor_kind, name: row.actor_name },
    digest,
    tables: JSON.parse(row.tables),
    ...JSON.parse(row.problems),
  }
}

function recordOf({ position, key_digest: keyDigest, record }: RecordRow): PositionedRecord {
  return { position, keyDigest, record: JSON.parse(record) }
}
