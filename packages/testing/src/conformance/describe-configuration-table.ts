import assert from 'node:assert/strict'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { SignedIn, TestApp } from '../test-app.js'
import { forEachDatabase, type TestDatabase } from '../test-databases.js'
import type { StartOptions, TestedServices } from './authenticator-under-test.js'
import {
  atLimits,
  comparable,
  type FileRecord,
  invalidRecords,
  labelOf,
  storedFields,
  withNulls,
  withoutOptional,
} from './record-variants.js'
import { type FileData, TransferSite } from './transfer-site.js'

/** A configuration table, and how its suite can use it. */
export interface ConfigurationTableUnderTest<Services extends TestedServices> {
  /** The name of the table in a configuration file. */
  readonly name: string
  /** Starts a kernel with the plugin, and the plugins for users, logins and configuration transfer. */
  readonly start: (options: StartOptions) => Promise<TestApp<Services>>
  /**
   * The member `data` of a file: at least two records of the table, the first with a value in every field, and the
   * records of other tables that they refer to.
   */
  readonly data: FileData
}

/**
 * Defines the tests that every configuration table must pass, for each database. Call it in a test file of mocha.
 *
 * @example
 * describeConfigurationTable({
 *   name: 'Gates',
 *   start: (options) =>
 *     startTestApp({ ...options, kernel: (kernelOptions) => createStandardKernel(kernelOptions).use(gates) }),
 *   data: { Gates: [{ name: 'North', width: 3.5 }, { name: 'South' }] },
 * })
 */
export function describeConfigurationTable<Services extends TestedServices>(
  tested: ConfigurationTableUnderTest<Services>,
): void {
  describe(`the configuration table "${tested.name}"`, () => {
    forEachDatabase((database) => new TableSuite(tested, database).define())
  })
}

class TableSuite<Services extends TestedServices> {
  readonly #tested: ConfigurationTableUnderTest<Services>
  readonly #database: TestDatabase
  readonly #records: readonly FileRecord[]
  /** The records of other tables that the records refer to. */
  readonly #others: FileData
  /** A database with all records. */
  #full!: TransferSite<Services>
  /** A database with only the records of other tables. */
  #empty!: TransferSite<Services>

  constructor(tested: ConfigurationTableUnderTest<Services>, database: TestDatabase) {
    const { [tested.name]: records = [], ...others } = tested.data
    this.#tested = tested
    this.#database = database
    this.#records = records
    this.#others = others
  }

  define(): void {
    before(() => this.#start())
    afterEach(() => this.#empty.deleteNewRows())
    after(async () => {
      await this.#full?.stop()
      await this.#empty?.stop()
    })

    it('imports each record, and exports all its fields unchanged', () => this.#importsAll())
    it('skips every record when the file is imported again', () => this.#skipsAll())
    it('exports the same records after a transfer to another database', () => this.#transfers())
    it('stores the longest strings and the largest numbers', () => this.#storesLimits())
    it('stores null in nullable fields', () => this.#storesNulls())
    it('fills omitted fields with their defaults', () => this.#fillsDefaults())
    it('skips the second of two records with the same key in a file', () => this.#skipsDuplicate())
    it('reports the position of a record without a valid key', () => this.#reportsPosition())
    it('refuses records that violate its definition, and names record and field', () => this.#refuses())
  }

  async #start(): Promise<void> {
    const { name, start, data } = this.#tested
    this.#full = await TransferSite.open(await start({ database: this.#database }), name)
    this.#checkData()
    this.#empty = await TransferSite.open(await start({ database: this.#database }), name)
    await this.#full.import(data)
    await this.#empty.import(this.#others)
    await this.#empty.admin()
    await this.#empty.rememberRows()
  }

  /** Throws if a field of the first record has no value, because the suite could not test that field. */
  #checkData(): void {
    const { name } = this.#table
    if (this.#records.length < 2) throw new Error(`"data" needs two records or more under "${name}".`)
    const missing = storedFields(this.#table).filter(([field]) => (this.#first[field] ?? null) === null)
    if (missing.length === 0) return
    const fields = missing.map(([field]) => `"${field}"`).join(', ')
    throw new Error(`The first record of "${name}" in "data" needs a value in every field. It has none in ${fields}.`)
  }

  get #table(): ConfigurationTable {
    return this.#full.table
  }

  get #first(): FileRecord {
    return this.#records[0] ?? {}
  }

  async #importsAll(): Promise<void> {
    const report = await this.#empty.import({ [this.#tested.name]: this.#records })

    assert.deepEqual(report, { imported: this.#records.length, skipped: 0, errors: [] })
    const exported = await this.#empty.exported(this.#records)
    for (const [index, record] of this.#records.entries()) this.#assertFields(exported[index], record)
  }

  async #skipsAll(): Promise<void> {
    const before = await this.#full.export()
    const report = await this.#full.import(this.#tested.data)
    assert.deepEqual(report, { imported: 0, skipped: this.#records.length, errors: [] })
    assert.deepEqual(await this.#full.export(), before, 'a second import has changed something')
  }

  async #transfers(): Promise<void> {
    const exported = await this.#full.export()
    const { errors } = await this.#empty.import(exported)
    assert.deepEqual(errors, [])
    const [transferred, original] = [
      await this.#empty.exported(this.#records),
      await this.#full.exported(this.#records),
    ]
    assert.deepEqual(transferred, original)
  }

  async #storesLimits(): Promise<void> {
    const record = atLimits(this.#table, this.#first)
    this.#assertFields(await this.#exportAfterImport(record), record)
  }

  async #storesNulls(): Promise<void> {
    const { record, nulls } = withNulls(this.#table, this.#first)
    this.#assertFields(await this.#exportAfterImport(record), nulls)
  }

  async #fillsDefaults(): Promise<void> {
    const { record, defaults } = withoutOptional(this.#table, this.#first)
    const stored = await this.#exportAfterImport(record)
    this.#assertFields(stored, defaults)
    for (const [name, value] of Object.entries(stored)) assert.notEqual(value, undefined, `the export has no ${name}`)
  }

  async #skipsDuplicate(): Promise<void> {
    const [name] = this.#table.key.filter((key) => this.#isCaseless(key))
    const duplicate = { ...this.#first, ...(name && { [name]: String(this.#first[name]).toUpperCase() }) }
    const report = await this.#dryRun([this.#first, duplicate])
    assert.deepEqual(report, { imported: 1, skipped: 1, errors: [] })
  }

  #isCaseless(name: string): boolean {
    const field = this.#table.fields[name]
    return field?.kind === 'text' && field.caseless !== undefined
  }

  async #reportsPosition(): Promise<void> {
    const [key = ''] = this.#table.key
    const { errors } = await this.#dryRun([
      this.#first,
      { ...this.#first, [key]: undefined },
      { ...this.#first, [key]: 7 },
    ])
    assert.deepEqual(errors, [`record 2: ${key} is missing`, `record 3: ${key} must be a string`])
  }

  async #refuses(): Promise<void> {
    const { unique = [], privilege } = this.#table
    for (const { record, mentions } of invalidRecords(this.#table, this.#first))
      await this.#assertRefused(record, mentions)
    for (const name of unique) {
      const clashing = { ...this.#records[1], [name]: this.#first[name] }
      await this.#assertRefused(clashing, [name], [this.#first])
    }
    if (privilege === undefined) return
    const [name = ''] = privilege.split('.')
    const aboveAdmin = { ...this.#first, [name]: privilege.includes('.') ? 'sudo' : 0 }
    await this.#assertRefused(aboveAdmin, [], [], await this.#empty.admin())
  }

  /**
   * Asserts that a record is refused after valid `others`, and that its error line begins with its name and contains
   * `mentions`.
   */
  async #assertRefused(
    record: FileRecord,
    mentions: readonly string[],
    others: readonly FileRecord[] = [],
    by?: SignedIn,
  ): Promise<void> {
    const { imported, errors } = await this.#dryRun([...others, record], by)
    const [line = ''] = errors
    assert.equal(imported, others.length, `the import must refuse ${JSON.stringify(record)}`)
    const label = `${labelOf(this.#table, record)}: `
    assert.ok(line.startsWith(label), `the error line must begin with "${label}", but is: ${line}`)
    for (const words of mentions)
      assert.ok(line.includes(words), `the error line must mention ${words}, but is: ${line}`)
  }

  /** Returns the result of a dry run. */
  #dryRun(records: readonly FileRecord[], by?: SignedIn) {
    return this.#empty.import({ [this.#tested.name]: records }, { query: '?dry_run=true', ...(by && { by }) })
  }

  /** Imports a record and returns it as exported. */
  async #exportAfterImport(record: FileRecord): Promise<FileRecord> {
    const { errors } = await this.#empty.import({ [this.#tested.name]: [record] })
    assert.deepEqual(errors, [])
    const [stored = {}] = await this.#empty.exported([record])
    return stored
  }

  #assertFields(exported: FileRecord = {}, expected: FileRecord): void {
    for (const [name, value] of Object.entries(comparable(this.#table, expected)))
      if (name in expected) assert.deepEqual(exported[name], value, `"${name}" is exported with a different value`)
  }
}
