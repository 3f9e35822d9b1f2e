import assert from 'node:assert/strict'
import { configurationTables } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { SignedIn, TestApp } from '../test-app.js'
import type { TestedServices } from './authenticator-under-test.js'
import { comparable, type FileRecord, labelOf } from './record-variants.js'

/** What a configuration file has under `data`. */
export type FileData = Readonly<Record<string, readonly FileRecord[]>>

/** What an import tells of one table. */
export interface TableReport {
  readonly imported: number
  readonly skipped: number
  readonly errors: readonly string[]
}

/** An app with a configuration table, and who imports into it. */
export class TransferSite<Services extends TestedServices> {
  readonly #app: TestApp<Services>
  readonly #sudo: SignedIn
  readonly #name: string
  #kept: readonly number[] = []

  private constructor(app: TestApp<Services>, sudo: SignedIn, name: string) {
    this.#app = app
    this.#sudo = sudo
    this.#name = name
  }

  static async open<Services extends TestedServices>(app: TestApp<Services>, name: string) {
    return new TransferSite(app, await app.signIn('sudo'), name)
  }

  get table(): ConfigurationTable {
    const all = this.#app.services.contributions.of(configurationTables)
    const found = all.find(({ name }) => name === this.#name)
    if (found) return found
    const names = all.map(({ name }) => `"${name}"`).join(', ') || 'none'
    throw new Error(`No plugin contributes a configuration table "${this.#name}". There are: ${names}.`)
  }

  /** Imports as the sudo, and returns what is told of the table. Nothing may be wrong with the other tables. */
  async import(data: FileData, { query = '', by = this.#sudo } = {}): Promise<TableReport> {
    const file = JSON.stringify({ version: '1.0', data })
    const { status, body } = await by.upload(`/settings/import_config${query}`, file)
    assert.equal(status, 200, `the import was answered ${status}: ${JSON.stringify(body)}`)
    const { [this.#name]: errors = [], ...others } = body.results.errors
    assert.deepEqual(others, {}, 'the records of other tables in "data" cannot be imported')
    const { imported, skipped } = body.results
    return { imported: imported[this.#name] ?? 0, skipped: skipped[this.#name] ?? 0, errors }
  }

  async export(): Promise<FileData> {
    return (await this.#sudo.get('/settings/export_config')).body.data
  }

  /** The exported records of the table with the keys of these, comparable, in the order of these. */
  async exported(records: readonly FileRecord[]): Promise<FileRecord[]> {
    const { table } = this
    const all = ((await this.export())[this.#name] ?? []).map((record) => comparable(table, record))
    return records.map((record) => {
      const wanted = labelOf(table, comparable(table, record))
      const found = all.find((candidate) => labelOf(table, candidate) === wanted)
      assert.ok(found, `the export has no record ${wanted}`)
      return found
    })
  }

  /** A client of an admin. */
  admin(): Promise<SignedIn> {
    return this.#app.signIn('admin', 'conformance-admin')
  }

  /** Remembers which rows the table has. */
  async keepRows(): Promise<void> {
    this.#kept = await this.#app.services.database.read((knex) => knex(this.table.table).pluck('id'))
  }

  /** Deletes the rows that have come in since. */
  async deleteOthers(): Promise<void> {
    const { database } = this.#app.services
    await database.write((transaction) =>
      transaction(this.table.table)
        .whereNotIn('id', [...this.#kept])
        .delete(),
    )
  }

  stop(): Promise<void> {
    return this.#app.stop()
  }
}
