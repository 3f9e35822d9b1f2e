import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { backUpSqlite } from '../src/storage/sqlite/back-up-sqlite.js'

describe('a backup of a SQLite database that is locked', () => {
  let folder: string
  let path: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-'))
    path = join(folder, 'plinth.db')
    file = join(folder, 'copy.db')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is retried', async () => {
    let attempts = 0
    const knex = connectionWith(async () => {
      attempts += 1
      if (attempts < 3) throw busy()
      writeFileSync(file, 'copied')
    })

    await backUpSqlite(knex, { path, file })

    expect([attempts, existsSync(file)]).to.deep.equal([3, true])
  })

  it('fails after some seconds, says that it is busy, and leaves no file', async () => {
    const knex = connectionWith(() => new Promise((_, reject) => setTimeout(() => reject(busy()), 1_000)))

    const error = await backUpSqlite(knex, { path, file }).catch((thrown: Error) => thrown)

    expect(error).to.include({ message: 'The database was not backed up: the database is busy. Try again shortly.' })
    expect(existsSync(file)).to.equal(false)
  }).timeout(20_000)
})

/** Returns a connection that executes statements with this function. */
const connectionWith = (raw: () => Promise<unknown>) => ({ raw }) as unknown as Knex

const busy = () => Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
