import { type Administrator, type Dialect, type Knex, mayActOn, type RowWriter, SUDO } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { IdSet } from '../compact-sets.js'
import { errors } from '../errors.js'
import type { ResolvedCandidate } from '../records/candidate.js'
import { CandidateReader } from '../records/candidate-reader.js'
import { ImportAuthority } from '../records/import-authority.js'
import { RecordFinders } from '../records/record-finders.js'
import { roomIn } from '../records/record-limit.js'
import { isAdminLevel, levelOf, MAX_ADMINS } from '../records/record-privilege.js'
import { RecordQuery } from '../records/record-query.js'
import type { Values } from '../records/record-values.js'
import { References } from '../records/references.js'
import type { RowId } from '../row-id.js'
import { JOURNAL } from '../snapshots/snapshot-tables.js'
import { mustAddParentsFirst, referencesOf, uniqueColumnOf } from '../tables/table-fields.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import type { ChangeKind } from './change.js'
import { currentLevels } from './current-levels.js'
import type { Deviations } from './deviations.js'
import type { NumberedChange } from './plan-store.js'

export interface TableApplicationOptions {
  readonly table: ConfigurationTable
  readonly tables: TransferTables
  readonly dialect: Dialect
  readonly caller: Administrator
  /** The id of the snapshot that was taken before. */
  readonly snapshot: number
  /** Values that every added row gets in addition to those of its record. */
  readonly columns: Readonly<Values>
  /** Returns the changes of one kind in batches. */
  readonly read: (kind: ChangeKind) => AsyncIterable<readonly NumberedChange[]>
  /** Collects the records that are not as the plan found them. */
  readonly deviations: Deviations
}

/** An added or changed role or user that gets an event in the audit trail. */
export interface PrivilegedChange {
  readonly table: string
  readonly name: string
  readonly level: number
  /** The names of the changed fields; `undefined` for an added record. */
  readonly fields: string | undefined
}

/**
 * Maximum numbers of events in the audit trail for changes to roles and users who are less privileged than an admin:
 * `important` ones, such as a change of a user's role or e-mail address, and others.
 */
const MAX_EVENTS = { important: 10_000, other: 1_000 }
/** Prefix of a temporary value, which frees a unique value for another record. No record can have this character. */
const TEMPORARY_PREFIX = '\u0001'

/** Fields that are unique together. */
interface UniqueName {
  readonly fields: readonly string[]
  /** The columns of those that are texts. */
  readonly texts: readonly string[]
  /** The columns of those that refer to the table itself. */
  readonly parents: readonly string[]
}

/** Applies the changes of a plan to one table, step by step, so that names can be swapped and passed on. */
export class TableApplication {
  readonly #transaction: Knex.Transaction
  readonly #options: TableApplicationOptions
  readonly #rows: RowWriter
  readonly #finders: RecordFinders
  readonly #references: References
  readonly #reader: CandidateReader
  readonly #query: RecordQuery
  /** The columns of references to the table itself, which are set once all its records have their names. */
  readonly #ownReferences: readonly string[]
  /** SQL assignments that remove the references of a row to others of its table; empty if there are no such fields. */
  readonly #parentRemoval: string
  /** The names of a record that contain text: its key, and each other unique field. */
  readonly #uniqueNames: readonly UniqueName[]
  readonly #mustAddParentsFirst: boolean
  /** The rows of sudo roles and users that are changed or removed. */
  #sudoRows = new IdSet()
  /** The rows of roles and users that are as privileged as an admin before they are changed. */
  #adminRows = new IdSet()
  /** Numbers of changes: to admins, and to those less privileged as in `MAX_EVENTS`. */
  readonly #events = { admins: 0, important: 0, other: 0 }
  /** Added records whose parents do not exist yet. */
  #waiting: readonly NumberedChange[] = []
  /** The changes that get an event in the audit trail. */
  readonly privileged: PrivilegedChange[] = []

  constructor(transaction: Knex.Transaction, options: TableApplicationOptions) {
    const { table, tables, dialect } = options
    this.#transaction = transaction
    this.#options = options
    const key = table.key.map((name) => uniqueColumnOf(table, name))
    this.#rows = dialect.rowWriter(transaction, { table: table.table, key })
    this.#finders = new RecordFinders(table, tables, dialect)
    this.#references = new References(table, tables, dialect, { lock: 'share' })
    const newIdentifier = () => '' // a plan has the identifiers of the records that it adds
    this.#reader = new CandidateReader({ table, finders: this.#finders, references: this.#references, newIdentifier })
    this.#query = new RecordQuery(table, tables, dialect, { form: 'plain' })
    const own = referencesOf(table).filter(([, { to }]) => to === table.name)
    this.#ownReferences = own.map(([, { column }]) => column)
    this.#parentRemoval = own.map(([, { column, nullable }]) => `${column} = ${nullable ? 'NULL' : 'id'}`).join(', ')
    this.#mustAddParentsFirst = mustAddParentsFirst(table)
    const parents = own.filter(([name]) => table.key.includes(name)).map(([, { column }]) => column)
    const others = (table.unique ?? []).filter((name) => !table.key.includes(name))
    this.#uniqueNames = [
      { fields: table.key, texts: textColumnsOf(table, table.key), parents },
      ...others.map((name) => ({ fields: [name], texts: textColumnsOf(table, [name]), parents: [] })),
    ].filter(({ texts }) => texts.length > 0)
  }

  /** The name of the table. */
  get name(): string {
    return this.#options.table.name
  }

  /** Whether its records have a privilege, as roles and users have. */
  get hasPrivilege(): boolean {
    return this.#options.table.privilege !== undefined
  }

  /**
   * Checks that each row that is changed or removed is as the plan found it. Locks these rows first, unless `locks` is
   * false.
   */
  async check({ locks = true } = {}): Promise<void> {
    const { table, deviations, read } = this.#options
    this.#sudoRows = new IdSet()
    this.#adminRows = new IdSet()
    for (const kind of ['update', 'remove'] as const) {
      for await (const changes of read(kind)) {
        const ids = idsOf(changes)
        if (locks) await this.#lock(ids)
        const texts = new Map((await this.#query.rowsOf(this.#transaction, ids)).map(({ id, text }) => [id, text]))
        for (const { name, rowId, before } of changes)
          if (texts.get(rowId ?? 0) !== before) deviations.add(table.name, name)
        await this.#checkPreviousPrivilege(changes)
      }
    }
  }

  async #lock(ids: readonly RowId[]): Promise<void> {
    const { dialect, table } = this.#options
    const lock = dialect.rowLock(table.table, 'change')
    await this.#transaction.raw(`SELECT id FROM ?? WHERE id IN (${ids.join(', ')}) ORDER BY id ${lock}`, [table.table])
  }

  /** Gives temporary names to records that are removed or renamed, so that other records can get their names. */
  async freeNames(): Promise<void> {
    const { read } = this.#options
    if (this.#uniqueNames.length === 0) return
    for (const kind of ['update', 'remove'] as const)
      for await (const changes of read(kind)) for (const name of this.#uniqueNames) await this.#freeName(changes, name)
  }

  /** Skips records that keep this name, because rows of other tables may refer to it. */
  async #freeName(changes: readonly NumberedChange[], { fields, texts, parents }: UniqueName): Promise<void> {
    const { table } = this.#options.table
    const affected = changes.filter((change) => change.fields?.some((field) => fields.includes(field)) ?? true)
    if (affected.length === 0) return
    const assignments = [...texts.map(() => `?? = ? || CAST(id AS text)`), ...parents.map(() => '?? = id')].join(', ')
    const bindings = [...texts.flatMap((column) => [column, TEMPORARY_PREFIX]), ...parents]
    await this.#transaction.raw(`UPDATE ?? SET ${assignments} WHERE id IN (${idsOf(affected).join(', ')})`, [
      table,
      ...bindings,
    ])
  }

  /** Whether rows are removed before others are written, because no text in their key could get a temporary value. */
  get isRemovedFirst(): boolean {
    return !this.#options.table.key.some((name) => this.#options.table.fields[name]?.kind === 'text')
  }

  /** Changes and adds records. */
  async write(): Promise<void> {
    const { read } = this.#options
    for await (const changes of read('update')) await this.#update(changes)
    for await (const changes of read('add')) await this.#add(changes)
    for (const { name } of this.#waiting) this.#options.deviations.add(this.#options.table.name, name)
    if (this.#ownReferences.length === 0) return
    for await (const changes of read('update')) await this.#setOwnReferences(changes)
    if (this.#mustAddParentsFirst) return
    for await (const changes of read('add')) await this.#setOwnReferences(changes)
  }

  async remove(): Promise<void> {
    const { table, read } = this.#options
    // Otherwise a row could not be removed before all those that refer to it
    if (this.#parentRemoval !== '')
      for await (const changes of read('remove'))
        await this.#transaction.raw(`UPDATE ?? SET ${this.#parentRemoval} WHERE id IN (${idsOf(changes).join(', ')})`, [
          table.table,
        ])
    for await (const changes of read('remove'))
      await this.#transaction.raw(`DELETE FROM ?? WHERE id IN (${idsOf(changes).join(', ')})`, [table.table])
  }

  async #update(changes: readonly NumberedChange[]): Promise<void> {
    const resolved = await this.#resolve(changes, { exceptOwn: true })
    await this.#rows.update(
      resolved.map(({ change, values }) => ({ id: change.rowId ?? 0, ...this.#withoutOwnReferences(values) })),
    )
  }

  /**
   * Adds records. References to the table itself are set later, unless they must not be null: then parents are added
   * before their children.
   */
  async #add(changes: readonly NumberedChange[]): Promise<void> {
    if (!this.#mustAddParentsFirst) return this.#insert(await this.#resolve(changes, { exceptOwn: true }))
    let waiting = [...this.#waiting, ...changes]
    for (let isStuck = false; !isStuck && waiting.length > 0; ) {
      const resolved = await this.#resolveAny(waiting, { exceptOwn: false })
      const orphans = resolved.filter(({ isOrphan }) => isOrphan).map(({ change }) => change)
      await this.#insert(this.#expectResolved(resolved.filter(({ isOrphan }) => !isOrphan)))
      isStuck = orphans.length === waiting.length
      waiting = orphans
    }
    this.#waiting = waiting
  }

  async #insert(resolved: readonly ResolvedChange[]): Promise<void> {
    const { table, deviations, columns } = this.#options
    const previousIds = resolved.flatMap(({ change }) => change.rowId ?? [])
    const hasIds = previousIds.length > 0 // all or none: they come from a snapshot
    if (hasIds) await this.#journalAbsent(previousIds)
    const rows = resolved.map(({ change, values }) => ({ ...(hasIds && { id: change.rowId }), ...values, ...columns }))
    const isWritten = await this.#rows.prepare(rows)()
    for (const [index, { change }] of resolved.entries()) if (!isWritten(index)) deviations.add(table.name, change.name)
    const last = resolved.at(-1)?.change.name
    // Others may have added records since
    if (last !== undefined && (await roomIn(this.#transaction, table)) < 0) deviations.add(table.name, last)
  }

  /** Notes that rows did not exist when the snapshot was taken. Their ids alone do not show it. */
  async #journalAbsent(ids: readonly RowId[]): Promise<void> {
    const { table, snapshot } = this.#options
    await this.#transaction(JOURNAL)
      .insert(ids.map((id) => ({ table_name: table.table, row_id: id, epoch: snapshot, image: null })))
      .onConflict()
      .ignore()
  }

  async #setOwnReferences(changes: readonly NumberedChange[]): Promise<void> {
    const resolved = await this.#resolve(changes, { exceptOwn: false })
    const added = await this.#finders.findKeys(
      this.#transaction,
      resolved.filter(({ change }) => change.kind === 'add').map(({ candidate }) => candidate),
    )
    await this.#rows.update(
      resolved.map(({ change, candidate, values }) => ({
        id: (change.kind === 'add' ? added.get(candidate.keyText)?.id : change.rowId) ?? 0,
        ...Object.fromEntries(this.#ownReferences.map((column) => [column, values[column] ?? null])),
      })),
    )
  }

  /** Reads changed records, finds the rows that they refer to, and checks that the caller may write them. */
  async #resolve(changes: readonly NumberedChange[], options: { exceptOwn: boolean }): Promise<ResolvedChange[]> {
    return this.#expectResolved(await this.#resolveAny(changes, options))
  }

  async #resolveAny(
    changes: readonly NumberedChange[],
    { exceptOwn }: { exceptOwn: boolean },
  ): Promise<ResolvedChange[]> {
    const { candidates } = this.#reader.read({
      precedingCount: 0,
      records: changes.map(({ after }) => after),
      areStored: true, // the plan has checked what comes from a file
    })
    const resolved = await this.#references.resolve(this.#transaction, candidates, { exceptOwn })
    return resolved.map((one) => ({ ...one, change: changes[one.candidate.position - 1] as NumberedChange }))
  }

  /** Returns the changes whose references all exist, once it has checked their privilege. The others are deviations. */
  #expectResolved(resolved: readonly ResolvedChange[]): ResolvedChange[] {
    const { table, deviations } = this.#options
    for (const { problem, change } of resolved) if (problem) deviations.add(table.name, change.name)
    const valid = resolved.filter(({ problem }) => problem === undefined)
    for (const one of valid) this.#checkPrivilege(one)
    return valid
  }

  /**
   * Checks again that the caller may write a record: somebody more privileged may have made the plan, and the levels of
   * roles may have changed since.
   */
  #checkPrivilege(resolved: ResolvedChange): void {
    const { table, caller, deviations } = this.#options
    const level = levelOf(table, resolved)
    if (level === undefined) return
    if (new ImportAuthority(caller).problemOf(level) !== undefined) throw errors.PLAN_MORE_PRIVILEGED()
    const { kind, name, fields, rowId } = resolved.change
    if (kind === 'update' && (level === SUDO) !== this.#sudoRows.has(rowId ?? 0)) deviations.add(table.name, name)
    if (isAdminLevel(level) || this.#adminRows.has(rowId ?? 0)) this.#events.admins += 1
    else if (!this.#countEvent(resolved.change)) return
    if (this.#events.admins > MAX_ADMINS)
      deviations.add(table.name, name) // the level of a role was raised since
    else this.privileged.push({ table: table.name, name, level, fields: fields?.join(', ') })
  }

  /** Counts a change to somebody less privileged than an admin. Returns whether it has an event of its own. */
  #countEvent({ kind, fields, rowId }: NumberedChange): boolean {
    const { privilege = '', unique = [] } = this.#options.table
    const [role] = privilege.split('.')
    const isRestored = kind === 'add' && rowId !== null
    const isImportant = isRestored || fields?.some((field) => field === role || unique.includes(field))
    const counted = isImportant ? 'important' : 'other'
    this.#events[counted] += 1
    return this.#events[counted] <= MAX_EVENTS[counted]
  }

  /** Checks that the caller may act on the roles and users that are changed, as they are now. */
  async #checkPreviousPrivilege(changes: readonly NumberedChange[]): Promise<void> {
    const records = changes.map(({ before }) => JSON.parse(before ?? '{}'))
    const levels = await currentLevels(this.#transaction, this.#options, records)
    if (levels.some((level) => level !== undefined && !mayActOn(this.#options.caller, level)))
      throw errors.PLAN_MORE_PRIVILEGED()
    for (const [index, { rowId }] of changes.entries()) {
      const level = levels[index] ?? Number.POSITIVE_INFINITY
      if (level === SUDO) this.#sudoRows.add(rowId ?? 0)
      if (isAdminLevel(level)) this.#adminRows.add(rowId ?? 0)
    }
  }

  #withoutOwnReferences(values: Readonly<Values>): Readonly<Values> {
    if (this.#ownReferences.length === 0) return values
    return Object.fromEntries(Object.entries(values).filter(([column]) => !this.#ownReferences.includes(column)))
  }
}

function textColumnsOf(table: ConfigurationTable, names: readonly string[]): string[] {
  return names.filter((name) => table.fields[name]?.kind === 'text').map((name) => uniqueColumnOf(table, name))
}

type ResolvedChange = ResolvedCandidate & { readonly change: NumberedChange }

function idsOf(changes: readonly NumberedChange[]): RowId[] {
  return changes.map(({ rowId }) => rowId ?? 0)
}
