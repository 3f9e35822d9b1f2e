import assert from 'node:assert/strict'
import { configurationTables } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { SignedIn, TestApp } from '../test-app.js'
import type { TestedServices } from './authenticator-under-test.js'
import { comparable, type FileRecord, labelOf } from './record-variants.js'

/** The member `data` of a configuration file. */
export type FileData = Readonly<Record<string, readonly FileRecord[]>>

/** The result of an import for one table. */
export interface TableReport {
  readonly imported: number
  readonly skipped: number
  readonly errors: readonly string[]
}

/** An app with a configuration table, and a sudo user who imports into it. */
export class TransferSite<Services extends TestedServices> {
  readonly #app: TestApp<Services>
  readonly #sudo: SignedIn
  readonly #name: string
  #knownIds: readonly number[] = []

  private constructor(app: TestApp<Services>, sudo: SignedIn, name: string) {
    this.#app = app
    this.#sudo = sudo
    this.#name = name
  }

  static async open<Services extends TestedServices>(app: TestApp<Services>, name: string) {
    return new TransferSite(app, await app.signIn('sudo'), name)
  }

  get table(): ConfigurationTable {
    const all = this.#app.services.contributions.to(configurationTables)
    const found = all.find(({ name }) => name === this.#name)
    if (found) return found
    const names = all.map(({ name }) => `"${name}"`).join(', ') || 'none'
    throw new Error(`No plugin contributes a configuration table "${this.#name}". Known: ${names}.`)
  }

  /** Imports, by default as the sudo user. Returns the result for the table. Throws if other tables have errors. */
  async import(data: FileData, { query = '', by = this.#sudo } = {}): Promise<TableReport> {
    const file = JSON.stringify({ version: '1.0', data })
    const { status, body } = await by.upload(`/settings/import_config${query}`, file)
    assert.equal(status, 200, `the import failed with status ${status}: ${JSON.stringify(body)}`)
    const { [this.#name]: errors = [], ...others } = body.results.errors
    assert.deepEqual(others, {}, 'the records of other tables in "data" cannot be imported')
    const { imported, skipped } = body.results
    return { imported: imported[this.#name] ?? 0, skipped: skipped[this.#name] ?? 0, errors }
  }

  async export(): Promise<FileData> {
    return (await this.#sudo.get('/settings/export_config')).body.data
  }

  /** Exports the records that have the same keys as the given ones, in the same order, in their `comparable` form. */
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

  /** Returns a client with an admin's key. */
  admin(): Promise<SignedIn> {
    return this.#app.signIn('admin', 'conformance-admin')
  }

  /** Remembers the current rows, so that `deleteNewRows` retains them. */
  async rememberRows(): Promise<void> {
    this.#knownIds = await this.#app.services.database.read((knex) => knex(this.table.table).pluck('id'))
  }

  /** Deletes the rows of the table added since `rememberRows`. */
  async deleteNewRows(): Promise<void> {
    const { database } = this.#app.services
    await database.write((transaction) =>
      transaction(this.table.table)
        .whereNotIn('id', [...this.#knownIds])
        .delete(),
    )
  }

  stop(): Promise<void> {
    return this.#app.stop()
  }
}
