import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, type TempDatabase } from '@plinth/testing'
import { expect } from 'chai'

const PLUGINS = [
  ...['plant', 'users', 'auth', 'passwords', 'tpt', 'codes', 'second-factor'],
  ...['config-transfer', 'logging-settings', 'audit'],
]

describe('the migrations of the standard plugins', () => {
  forEachDatabase((testDatabase) => {
    let tempDatabase: TempDatabase
    const logLines: string[] = []
    const newKernel = () =>
      createStandardKernel({
        settings: {
          databaseUrl: tempDatabase.url,
          dataDir: tempDatabase.dataDir,
          secretKey: 'a key for tests only, of 32 bytes or more',
          sudoPassword: 'correct horse 9',
          bcryptCost: 4,
        },
        writeLog: (line) => logLines.push(line),
      })
    beforeEach(async () => {
      tempDatabase = await testDatabase.create()
      logLines.length = 0
    })
    afterEach(() => tempDatabase.drop())

    it('have names that begin with their plugin, and are applied once', async () => {
      const applied = await newKernel().migrate()

      const appliedAgain = await newKernel().migrate()

      expect(applied).to.not.be.empty
      for (const name of applied) expect(name).to.match(new RegExp(`^(${PLUGINS.join('|')})/\\d{3}-[a-z-]+$`))
      expect(new Set(applied).size).to.equal(applied.length)
      expect(appliedAgain).to.deep.equal([])
    })

    it('are logged only by the kernel that applied them', async () => {
      const kernel = newKernel()
      await kernel.start()
      await kernel.stop()
      const logged = migrationsIn(logLines.splice(0))

      const next = newKernel()
      await next.start()
      await next.stop()

      expect(logged).to.have.length(1)
      expect(logged[0]).to.include.members(['users/001-roles-and-users', 'auth/001-sessions'])
      expect(migrationsIn(logLines)).to.deep.equal([])
    })

    if (testDatabase.name === 'PostgreSQL') {
      it('are applied only once when five kernels start simultaneously', async () => {
        const kernels = Array.from({ length: 5 }, newKernel)

        await Promise.all(kernels.map((kernel) => kernel.start()))

        const usernames = await Promise.all(
          kernels.map((kernel) => kernel.services.database.read((knex) => knex('plinth_users').pluck('username'))),
        )
        await Promise.all(kernels.map((kernel) => kernel.stop()))
        expect(migrationsIn(logLines)).to.have.length(1)
        expect(usernames).to.deep.equal(Array.from({ length: 5 }, () => ['sudo']))
      })
    }
  })
})

/** Returns the migrations in each log line about applied migrations. */
function migrationsIn(logLines: readonly string[]): string[][] {
  return logLines.map((line) => JSON.parse(line).migrations).filter(Boolean)
}
