import type { Authenticated, KernelServices, Knex, Origin, ReceivedFile } from '@plinth/kernel'
import { expectOrigin } from '@plinth/kernel/tools'
import { TextSet } from '../compact-sets.js'
import { type ConfigurationSource, openConfiguration, type SourceTable } from '../document/configuration-file.js'
import { withDigest } from '../document/with-digest.js'
import { errors } from '../errors.js'
import { MemoryBudget } from '../memory-budget.js'
import { Pace } from '../pace.js'
import type { PlanMaker } from '../plans/plan-maker.js'
import { REPEATED_RECORD } from '../records/file-record.js'
import type { ConfigTransferSettings } from '../settings.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import type { FileContent, FileProblem, FileStore, PositionedRecord, StoredFile } from './file-store.js'
import { PlainRecordReader } from './plain-record-reader.js'

/** Maximum number of problems that are kept. */
const MAX_PROBLEMS = 100

interface FileServiceDeps extends Pick<KernelServices, 'database' | 'traffic' | 'callers' | 'securityEvents'> {
  readonly transferTables: TransferTables
  readonly planMaker: PlanMaker
  readonly fileStore: FileStore
  readonly settings: ConfigTransferSettings
}

/** Keeps uploaded configuration files for a while, to compare and merge them. */
export class FileService {
  readonly #deps: FileServiceDeps

  constructor(deps: FileServiceDeps) {
    const { database, transferTables, traffic, callers, securityEvents, planMaker, fileStore, settings } = deps
    this.#deps = { database, transferTables, traffic, callers, securityEvents, planMaker, fileStore, settings }
  }

  /** Stores the records of a file. Does not change the configuration. */
  async receive(origin: Origin<Authenticated>, file: ReceivedFile, signal: AbortSignal): Promise<StoredFile> {
    expectOrigin(origin, 'fileService.receive()')
    const { database, planMaker, fileStore, traffic } = this.#deps
    return planMaker.inTurn(async () => {
      const pace = new Pace(traffic)
      const hashed = withDigest(file)
      const configuration = await openConfiguration(hashed.file, { signal, pace })
      const stored = await database.write((transaction) => this.#create(transaction, origin))
      try {
        await fileStore.rows.deleteAllExpired()
        const content = await new FileRecording(this.#deps, stored.id, { signal, pace }).run(configuration)
        await database.write((transaction) =>
          this.#complete(transaction, origin, stored, { digest: hashed.digest(), ...content }),
        )
      } catch (error) {
        // If this fails too, the file expires later
        await database.write((transaction) => fileStore.rows.expire(transaction, stored)).catch(() => {})
        await fileStore.rows.deleteAllExpired()
        throw error
      }
      return this.find(stored.identifier)
    })
  }

  /** Returns the files that have not expired, the newest first. */
  list(): Promise<StoredFile[]> {
    return this.#deps.database.read((knex) => this.#deps.fileStore.list(knex))
  }

  /** Throws `FILE_NOT_FOUND`. */
  async find(identifier: string): Promise<StoredFile> {
    return expectFile(await this.#deps.database.read((knex) => this.#deps.fileStore.find(knex, identifier)))
  }

  /** Deletes a file. Throws `FILE_NOT_FOUND`. */
  async delete(origin: Origin<Authenticated>, identifier: string): Promise<void> {
    expectOrigin(origin, 'fileService.delete()')
    const { database, callers, fileStore, securityEvents } = this.#deps
    await database.write(async (transaction) => {
      const file = expectFile(await fileStore.find(transaction, identifier))
      await fileStore.rows.expire(transaction, file)
      await callers.confirm(origin, transaction)
      await securityEvents.record(transaction, { event: 'file-deleted', origin, target: identifier })
    })
    await fileStore.rows.deleteAllExpired()
  }

  async #create(transaction: Knex.Transaction, origin: Origin) {
    const { fileStore, settings } = this.#deps
    const count = (await fileStore.list(transaction)).length
    if (count >= settings.maxPlans) throw errors.TOO_MANY_STORED_FILES({ count })
    return fileStore.create(transaction, origin)
  }

  async #complete(
    transaction: Knex.Transaction,
    origin: Origin<Authenticated>,
    { id, identifier }: Pick<StoredFile, 'id' | 'identifier'>,
    content: FileContent,
  ): Promise<void> {
    const { fileStore, callers, securityEvents } = this.#deps
    await fileStore.setComplete(transaction, id, content)
    await callers.confirm(origin, transaction)
    const records = Object.values(content.tables).reduce((total, count) => total + count, 0)
    const details = { records, problems: content.problemCount }
    await securityEvents.record(transaction, { event: 'file-received', origin, target: identifier, details })
  }
}

/** Stores the records of one file. */
class FileRecording {
  readonly #deps: Pick<FileServiceDeps, 'database' | 'transferTables' | 'fileStore'>
  readonly #fileId: number
  readonly #control: { readonly signal: AbortSignal; readonly pace: Pace }
  readonly #problems: FileProblem[] = []
  #problemCount = 0

  constructor(
    deps: Pick<FileServiceDeps, 'database' | 'transferTables' | 'fileStore'>,
    fileId: number,
    control: { readonly signal: AbortSignal; readonly pace: Pace },
  ) {
    this.#deps = deps
    this.#fileId = fileId
    this.#control = control
  }

  async run(file: ConfigurationSource): Promise<Omit<FileContent, 'digest'>> {
    const tables: Record<string, number> = {}
    for (const [name, records] of file) {
      if (!this.#deps.transferTables.find(name)) this.#addProblem(name, { name, reason: 'unknown table' })
      else if (!records.isList) this.#addProblem(name, { name, reason: 'is not an array of records' })
      else tables[name] = await this.#store(records)
    }
    return { tables, problems: this.#problems, problemCount: this.#problemCount }
  }

  /** Stores the records of a table. Returns their number. */
  async #store({ name, read }: SourceTable): Promise<number> {
    const { database, transferTables: tables, fileStore } = this.#deps
    const table = tables.find(name)
    if (!table) return 0
    const reader = new PlainRecordReader(table, tables, database.dialect)
    const keys = new TextSet(new MemoryBudget())
    let count = 0
    for await (const batch of read()) {
      this.#control.signal.throwIfAborted()
      await this.#control.pace.yieldToRequests()
      const { records, problems } = reader.read(batch)
      for (const problem of problems) this.#addProblem(name, problem)
      const stored: PositionedRecord[] = []
      for (const record of records) {
        if (keys.add(record.keyDigest)) stored.push(record)
        else if (record.record) this.#addProblem(name, { name: record.name, reason: REPEATED_RECORD.reason })
      }
      await fileStore.addRecords(this.#fileId, name, stored)
      count += stored.filter(({ record }) => record !== null).length
    }
    return count
  }

  #addProblem(table: string, problem: Omit<FileProblem, 'table'>): void {
    this.#problemCount += 1
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ table, ...problem })
  }
}

function expectFile(file: StoredFile | undefined): StoredFile {
  if (!file) throw errors.FILE_NOT_FOUND()
  return file
}
