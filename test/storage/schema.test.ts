import { readFile, writeFile } from 'node:fs/promises'
import { createStandardKernel } from '@plinth/service'
import { forEachDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { describeSchema } from '../support/describe-schema.js'
import { withDatabase } from '../support/with-database.js'

describe('the database schema', () => {
  forEachDatabase((database) => {
    it('matches the recorded schema; record a new one with RECORD_SCHEMA=1', async () => {
      const tempDatabase = await database.create()
      const settings = {
        databaseUrl: tempDatabase.url,
        dataDir: tempDatabase.dataDir,
        secretKey: 'Qv8-of-this-test-only-Rk27-and-32-bytes',
      }
      await createStandardKernel({ settings }).migrate()

      const schema = await withDatabase(tempDatabase, (db) => describeSchema(db, database.name))

      await tempDatabase.drop()
      const record = new URL(`../fixtures/schema.${database.name.toLowerCase()}.txt`, import.meta.url)
      if (process.env.RECORD_SCHEMA) await writeFile(record, schema)
      expect(schema).to.equal(await readFile(record, 'utf8'))
    })
  })
})
