import {
  type Authenticated,
  type Callers,
  type Database,
  type Knex,
  type Origin,
  PlinthError,
  type Randomness,
  type ReceivedFile,
  type SecurityEvents,
  SUDO,
  type Traffic,
} from '@plinth/kernel'
import { didYouMean, expectOrigin, shortened } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { TransferPlan } from '../transfer-plan.js'
import { MAX_LABEL_CHARACTERS } from './candidate.js'
import { type ConfigurationFile, countRecords, openConfiguration } from './configuration-file.js'
import { InitialPasswords } from './initial-passwords.js'
import { Pace } from './pace.js'
import { MAX_SUGGESTED_NAMES } from './record-values.js'
import { type Ending, type ImportReport, reportOf, TableTally } from './report.js'
import { TableImport, type TableImportOptions } from './table-import.js'

/** How an import is done, and when it is given up. */
export interface ImportOptions {
  /** Only tell what would become of the records. */
  readonly dryRun: boolean
  /** Write nothing if any record fails. */
  readonly atomic: boolean
  /** Rolls back when the caller goes away. */
  readonly signal: AbortSignal
  /** Is told how far it is, once the file has been checked and after each batch of records. */
  readonly onProgress?: (progress: ImportProgress) => void
}

/** How far an import is. Nothing is written for good before all is judged. */
export interface ImportProgress {
  /** Records that were brought in, skipped or refused. */
  readonly judged: number
  /** Records in the file. */
  readonly records: number
}

/** How an import was broken off: no configuration was in its file, its caller went away, or something went wrong. */
export type ImportBreak = 'unreadable' | 'abandoned' | 'failed'

interface ImportServiceNeeds {
  readonly database: Database
  readonly randomness: Randomness
  readonly transferPlan: TransferPlan
  readonly traffic: Traffic
  readonly callers: Callers
  readonly securityEvents: SecurityEvents
}

/** What bounds an import that is under way, and follows it. */
type ImportLimits = Pick<TableImportOptions, 'callerLevel' | 'signal' | 'pace' | 'onJudged'> & {
  readonly passwords: InitialPasswords
}

/** Imports of this process that may be under way: one runs, and four wait for their turn. */
const MAX_IMPORTS = 5
/** Seconds after which it is worth trying again. */
const RETRY_AFTER = 5

/** How often a caller is confirmed whom somebody changes at the same time. */
const MAX_CONFIRMATIONS = 8

/** Thrown inside the transaction to end it without a trace. */
class Rollback extends Error {}

/** Carries a configuration in. */
export class ImportService {
  readonly #database: Database
  readonly #randomness: Randomness
  readonly #plan: TransferPlan
  readonly #traffic: Traffic
  readonly #callers: Callers
  readonly #events: SecurityEvents
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  readonly #endings: Record<Ending | ImportBreak, number> = {
    written: 0,
    'dry-run': 0,
    refused: 0,
    unreadable: 0,
    abandoned: 0,
    failed: 0,
  }

  constructor({ database, randomness, transferPlan, traffic, callers, securityEvents }: ImportServiceNeeds) {
    this.#database = database
    this.#randomness = randomness
    this.#plan = transferPlan
    this.#traffic = traffic
    this.#callers = callers
    this.#events = securityEvents
  }

  /**
   * Imports a file in one transaction and tells what became of each record. One import runs at a time, on all replicas;
   * no record more privileged than the caller comes in, nor one as privileged as a token; the command's level is that
   * of a sudo. `ending` is `refused` when `atomic` met an error.
   */
  async import(
    origin: Origin<Authenticated>,
    file: ReceivedFile,
    options: ImportOptions,
  ): Promise<{ ending: Ending; report: ImportReport }> {
    expectOrigin(origin, 'importService.import()')
    if (this.#waiting >= MAX_IMPORTS) throw errors.TOO_MANY_IMPORTS({}, { retryAfter: RETRY_AFTER })
    this.#waiting += 1
    try {
      const pace = new Pace(this.#traffic)
      const configuration = await openConfiguration(file, { signal: options.signal, pace })
      const unknown = await this.#countUnknown(configuration, { signal: options.signal, pace })
      const callerLevel = leastLevelOf(origin.principal)
      const turn = this.#last.then(() => this.#run(configuration, unknown, { ...options, origin, callerLevel, pace }))
      this.#last = turn.catch(() => {})
      const done = await turn
      this.#endings[done.ending] += 1
      return done
    } catch (error) {
      this.#endings[breakBy(error, options.signal)] += 1
      throw error
    } finally {
      this.#waiting -= 1
    }
  }

  /** Counts an import whose client went away before its file was here. */
  countAbandonedUpload(): void {
    this.#endings.abandoned += 1
  }

  /** Imports that are under way or wait for their turn here. */
  get underWay(): number {
    return this.#waiting
  }

  /** How many imports have ended how, since the start. */
  get endings(): Readonly<Record<Ending | ImportBreak, number>> {
    return this.#endings
  }

  /** How many records each table has that nobody contributes. */
  async #countUnknown(
    file: ConfigurationFile,
    limits: Pick<ImportLimits, 'signal' | 'pace'>,
  ): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>()
    for (const [name, table] of file) {
      if (!this.#plan.find(name)) counts.set(name, await countRecords(table, limits))
    }
    return counts
  }

  async #run(
    file: ConfigurationFile,
    unknown: ReadonlyMap<string, number>,
    options: ImportOptions & Omit<ImportLimits, 'onJudged' | 'passwords'> & { readonly origin: Origin },
  ) {
    const tallies = new Map([...file.keys()].map((name) => [name, new TableTally()]))
    const onJudged = this.#tellProgress(file, tallies, options.onProgress)
    const known = new Set(this.#plan.tables.map(({ name }) => name))
    for (const [name, count] of unknown) {
      const meant = unknown.size <= MAX_SUGGESTED_NAMES ? didYouMean(name, known) : ''
      const label = shortened(name, MAX_LABEL_CHARACTERS)
      const none = `${label}: unknown table with ${count} records, none imported`
      tallies.get(name)?.addError(`${none}${meant && `.${meant}`}`)
    }
    const passwords = await InitialPasswords.read(this.#plan.tables, file)
    const ending = await this.#transact(async (transaction) => {
      await this.#importTables(transaction, file, tallies, { ...options, passwords, onJudged })
      options.signal.throwIfAborted()
      const hasErrors = [...tallies.values()].some(({ errors }) => errors > 0)
      if (options.dryRun) return 'dry-run'
      if (options.atomic && hasErrors) return 'refused'
      await this.#confirm(options.origin, transaction) // last: nobody who ends the key waits for the import
      await this.#record(transaction, options.origin, reportOf(tallies, known, 'written'))
      return 'written'
    })
    const report = reportOf(tallies, known, ending)
    if (ending === 'refused')
      await this.#database.write((transaction) => this.#record(transaction, options.origin, report, 'refused'))
    return { ending, report: ending === 'written' ? passwords.tell(report) : report }
  }

  /**
   * Whoever changes the caller to what this import has written waits for it, and it for them. PostgreSQL ends one of
   * the two: not the import with all its records.
   */
  async #confirm(origin: Origin, transaction: Knex.Transaction): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await transaction.transaction((savepoint) => this.#callers.confirm(origin, savepoint))
      } catch (error) {
        if (!this.#database.dialect.isDeadlock(error) || tries === MAX_CONFIRMATIONS) throw error
      }
    }
  }

  #record(
    transaction: Knex.Transaction,
    origin: Origin,
    { summary, results }: ImportReport,
    result: 'done' | 'refused' = 'done',
  ): Promise<void> {
    const counts = Object.entries(results.imported).filter(([, count]) => count > 0)
    const tables = counts.map(([table, count]) => `${table} ${count}`).join(', ')
    const details = { ...summary, ...(tables !== '' && { tables }) }
    return this.#events.record(transaction, { event: 'configuration-imported', origin, result, details })
  }

  /** Tells at once, and whenever the function that it returns is called. */
  #tellProgress(
    file: ConfigurationFile,
    tallies: ReadonlyMap<string, TableTally>,
    onProgress: ImportOptions['onProgress'],
  ): () => void {
    const names = this.#plan.tables.map(({ name }) => name).filter((name) => file.has(name))
    const sum = (countOf: (name: string) => number) => names.reduce((total, name) => total + countOf(name), 0)
    const records = sum((name) => file.get(name)?.count ?? 0)
    const tell = () => onProgress?.({ judged: sum((name) => tallies.get(name)?.judged ?? 0), records })
    tell()
    return tell
  }

  /** Rolls back unless the work ends as `written`. */
  async #transact(work: (transaction: Knex.Transaction) => Promise<Ending>): Promise<Ending> {
    let ending: Ending = 'written'
    const attempt = this.#database.write(async (transaction) => {
      ending = await work(transaction)
      if (ending !== 'written') throw new Rollback()
    })
    await attempt.catch((error) => {
      if (!(error instanceof Rollback)) throw error
    })
    return ending
  }

  async #importTables(
    transaction: Knex.Transaction,
    file: ConfigurationFile,
    tallies: ReadonlyMap<string, TableTally>,
    { passwords, ...limits }: ImportLimits,
  ): Promise<void> {
    const { dialect } = this.#database
    const newIdentifier = () => this.#randomness.identifier()
    await dialect.enterSection(transaction, 'import')
    for (const table of this.#plan.inOrderOfReferences) {
      const [records, tally] = [file.get(table.name), tallies.get(table.name)]
      if (!records || !tally) continue
      if (!records.isList) tally.addError(`${table.name}: is not an array of records`)
      else {
        const columns = passwords.columnsOf(table.name)
        const options = { table, plan: this.#plan, dialect, newIdentifier, columns, ...limits }
        await new TableImport(transaction, options, tally).run(records)
      }
    }
  }
}

function breakBy(error: unknown, { aborted }: AbortSignal): ImportBreak {
  if (aborted) return 'abandoned'
  return error instanceof PlinthError && error.status < 500 ? 'unreadable' : 'failed'
}

/** The most privileged that somebody may bring in: a token nothing as mighty as itself, for that would outlive it. */
function leastLevelOf(caller: Authenticated | 'command'): number {
  if (caller === 'command') return SUDO
  return caller.kind === 'third-party' ? caller.role.level + 1 : caller.role.level
}
