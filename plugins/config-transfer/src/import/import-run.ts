import type { Authenticated, KernelServices, Knex, Origin } from '@plinth/kernel'
import { didYouMean, truncate } from '@plinth/kernel/tools'
import { type ConfigurationSource, countRecords } from '../document/configuration-file.js'
import { errors } from '../errors.js'
import type { Pace } from '../pace.js'
import { MAX_LABEL_CHARACTERS } from '../records/candidate.js'
import { ImportAuthority } from '../records/import-authority.js'
import { InitialPasswords } from '../records/initial-passwords.js'
import { MAX_SUGGESTED_NAMES } from '../records/record-values.js'
import type { SnapshotKey, SnapshotStore } from '../snapshots/snapshot-store.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { type ImportReport, type ImportResult, reportOf, TableTally } from './import-report.js'
import { TableImport } from './table-import.js'

/** Options of an import. */
export interface ImportOptions {
  /** Only report what an import would do. */
  readonly dryRun: boolean
  /** Write nothing if any record fails. */
  readonly atomic: boolean
  /** Aborted when the caller disconnects: the import then rolls back. */
  readonly signal: AbortSignal
  /** Called once the file has been checked and after each batch of records. */
  readonly onProgress?: (progress: ImportProgress) => void
}

/** Progress of an import. Nothing is committed until all records have been processed. */
export interface ImportProgress {
  /** Number of records imported, skipped or refused so far. */
  readonly processed: number
  /** Number of records in the file, estimated. */
  readonly records: number
}

interface ImportRunDeps extends Pick<KernelServices, 'database' | 'randomness' | 'callers' | 'securityEvents'> {
  readonly transferTables: TransferTables
  readonly snapshotStore: SnapshotStore
}

interface ImportRunOptions extends ImportOptions {
  readonly origin: Origin<Authenticated>
  readonly file: ConfigurationSource
  readonly pace: Pace
}

/** Maximum number of attempts to confirm a caller whose row is being changed concurrently. */
const MAX_CONFIRM_ATTEMPTS = 8

/** Thrown inside the transaction to roll it back. */
class Rollback extends Error {}

/** One import of one file. */
export class ImportRun {
  readonly #deps: ImportRunDeps
  readonly #options: ImportRunOptions
  readonly #tallies: ReadonlyMap<string, TableTally>
  /** The names of the tables that plugins contribute. */
  readonly #knownTables: ReadonlySet<string>

  constructor(deps: ImportRunDeps, options: ImportRunOptions) {
    this.#deps = deps
    this.#options = options
    this.#tallies = new Map([...options.file.keys()].map((name) => [name, new TableTally()]))
    this.#knownTables = new Set(deps.transferTables.inFileOrder.map(({ name }) => name))
  }

  /** Reports an error for each unknown table, with the number of its records. */
  async refuseUnknownTables(): Promise<void> {
    const unknown = [...this.#options.file].filter(([name]) => !this.#knownTables.has(name))
    for (const [name, table] of unknown) {
      const count = await countRecords(table, this.#options)
      const suggestion = unknown.length <= MAX_SUGGESTED_NAMES ? didYouMean(name, this.#knownTables) : ''
      const label = truncate(name, MAX_LABEL_CHARACTERS)
      const line = `${label}: unknown table with ${count} records, none imported`
      this.#tallies.get(name)?.addError(`${line}${suggestion && `.${suggestion}`}`)
    }
  }

  /** Imports the records in one transaction. */
  async execute(): Promise<{ result: ImportResult; report: ImportReport }> {
    this.#reportProgress()
    const { transferTables } = this.#deps
    const countOf = (table: string) => this.#options.file.get(table)?.count ?? 0
    const passwords = await InitialPasswords.create(transferTables.inFileOrder, countOf)
    const result = await this.#transact(async (transaction) => {
      await this.#deps.database.dialect.acquireLock(transaction, 'import')
      const snapshot = await this.#takeSnapshot(transaction)
      const imports = await this.#importTables(transaction, passwords)
      return this.#conclude(transaction, snapshot, imports)
    })
    const report = this.#report(result)
    if (result === 'refused')
      await this.#deps.database.write((transaction) => this.#recordEvent(transaction, report, 'refused'))
    return { result, report: result === 'written' ? withPasswords(report, passwords) : report }
  }

  /** Decides the result; confirms the caller and records the event if the import is to be committed. */
  async #conclude(
    transaction: Knex.Transaction,
    snapshot: SnapshotKey | undefined,
    imports: readonly TableImport[],
  ): Promise<ImportResult> {
    const { signal, dryRun, atomic } = this.#options
    signal.throwIfAborted()
    if (dryRun) return 'dry-run'
    if (atomic && [...this.#tallies.values()].some(({ errors }) => errors > 0)) return 'refused'
    if (snapshot) await this.#completeSnapshot(transaction, snapshot)
    // Last, because it locks the rows of the caller and of roles: otherwise their changes would wait for the import
    await this.#recheckLevels(transaction, imports)
    await this.#recordPrivilegedEvents(transaction)
    await this.#recordEvent(transaction, this.#report('written'))
    return 'written'
  }

  /** Takes a snapshot before the import writes, so that it can be undone. A dry run needs none. */
  async #takeSnapshot(transaction: Knex.Transaction): Promise<SnapshotKey | undefined> {
    const { dryRun, origin } = this.#options
    return dryRun ? undefined : this.#deps.snapshotStore.take(transaction, { origin, reason: 'import' })
  }

  /** Stores with the snapshot how many records the import has added. Deletes the snapshot if there are none. */
  async #completeSnapshot(transaction: Knex.Transaction, snapshot: SnapshotKey): Promise<void> {
    const { snapshotStore } = this.#deps
    const add = this.#report('written').summary.imported
    if (add === 0) await snapshotStore.delete(transaction, snapshot)
    else await snapshotStore.complete(transaction, snapshot, { add, update: 0, remove: 0 })
  }

  #report(result: ImportResult): ImportReport {
    return reportOf(this.#tallies, this.#knownTables, result)
  }

  /**
   * Confirms the caller and the roles of users in a savepoint, and retries after a deadlock, which would otherwise
   * abort the whole import. A deadlock occurs if a concurrent transaction has locked the caller's row and waits for
   * this import, because it sets a role or an e-mail address that the import has inserted.
   */
  async #recheckLevels(transaction: Knex.Transaction, imports: readonly TableImport[]): Promise<void> {
    const { callers, database } = this.#deps
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transaction.transaction(async (savepoint) => {
          await callers.confirm(this.#options.origin, savepoint)
          for (const each of imports) if (!(await each.lockPrivileges(savepoint))) throw errors.IMPORT_OUTDATED()
        })
      } catch (error) {
        if (!database.dialect.isDeadlock(error) || attempt === MAX_CONFIRM_ATTEMPTS) throw error
      }
    }
  }

  #recordEvent(
    transaction: Knex.Transaction,
    { summary, results }: ImportReport,
    result: 'done' | 'refused' = 'done',
  ): Promise<void> {
    const counts = Object.entries(results.imported).filter(([, count]) => count > 0)
    const tables = counts.map(([table, count]) => `${table} ${count}`).join(', ')
    const details = { ...summary, ...(tables !== '' && { tables }) }
    const { origin } = this.#options
    return this.#deps.securityEvents.record(transaction, { event: 'configuration-imported', origin, result, details })
  }

  /** Records an event for each imported record that has privileges, with its name. */
  async #recordPrivilegedEvents(transaction: Knex.Transaction): Promise<void> {
    const { origin } = this.#options
    for (const [table, { privileged }] of this.#tallies) {
      for (const { name: target, level } of privileged) {
        const details = { table, level }
        await this.#deps.securityEvents.record(transaction, { event: 'record-imported', origin, target, details })
      }
    }
  }

  #reportProgress(): void {
    const { file, onProgress } = this.#options
    const names = [...file.keys()].filter((name) => this.#knownTables.has(name))
    const sum = (countOf: (name: string) => number) => names.reduce((total, name) => total + countOf(name), 0)
    const records = sum((name) => file.get(name)?.count ?? 0)
    onProgress?.({ processed: sum((name) => this.#tallies.get(name)?.processed ?? 0), records })
  }

  /** Runs the callback in a transaction, and rolls back unless it returns `written`. */
  async #transact(callback: (transaction: Knex.Transaction) => Promise<ImportResult>): Promise<ImportResult> {
    let result: ImportResult = 'written'
    const write = async (transaction: Knex.Transaction) => {
      result = await callback(transaction)
      if (result !== 'written') throw new Rollback()
    }
    const writing = this.#deps.database.write(write, { runsOnce: true }) // a retry would count each record again
    await writing.catch((error) => {
      if (!(error instanceof Rollback)) throw error
    })
    return result
  }

  async #importTables(transaction: Knex.Transaction, passwords: InitialPasswords): Promise<readonly TableImport[]> {
    const { database, randomness, transferTables: tables } = this.#deps
    const { origin, file, signal, pace, dryRun } = this.#options
    const { dialect } = database
    const newIdentifier = () => randomness.identifier()
    const onProgress = () => this.#reportProgress()
    const imports: TableImport[] = []
    const shared = { authority: new ImportAuthority(origin.principal), isDryRun: dryRun, signal, pace, onProgress }
    for (const table of tables.inReferenceOrder) {
      const [records, tally] = [file.get(table.name), this.#tallies.get(table.name)]
      if (!records || !tally) continue
      if (!records.isList) tally.addError(`${table.name}: is not an array of records`)
      else {
        const options = { table, tables, dialect, newIdentifier, columns: passwords.columnsOf(table.name), ...shared }
        const tableImport = new TableImport(transaction, options, tally)
        await tableImport.run(records)
        imports.push(tableImport)
      }
    }
    return imports
  }
}

/** Adds the password of the imported users, or the number of those without one. */
function withPasswords(report: ImportReport, passwords: InitialPasswords): ImportReport {
  const { defaultPassword, cannotLogIn } = passwords.resultFor(report.results.imported)
  return {
    ...report,
    ...(defaultPassword !== undefined && { default_password: defaultPassword }),
    ...(cannotLogIn !== undefined && { cannot_log_in: cannotLogIn }),
  }
}
