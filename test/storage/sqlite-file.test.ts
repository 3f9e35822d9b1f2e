import { once } from 'node:events'
import { existsSync, renameSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createKernel, type Database, type Kernel, type KernelServices, type Knex } from '@plinth/kernel'
import { DatabaseUnavailable } from '@plinth/kernel/composition'
import { createStandardKernel } from '@plinth/service'
import { type SignedIn, type TempDatabase, type TestDatabase, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { DriverHook } from '../support/driver-hook.js'
import { makeHostKnex, sqliteConfig } from '../support/host-knex.js'
import { NODE_FLAGS, run, variablesFor } from '../support/service-process.js'

describe('the SQLite file', () => {
  let app: App
  let sudo: SignedIn
  let file: string
  beforeEach(async () => {
    app = await startApp({ database: sqlite() })
    sudo = await app.signIn('sudo')
    file = app.database.url.slice('sqlite:'.length)
  })
  afterEach(() => app.stop())

  for (const name of ['link.db', 'link-to-link.db']) {
    it(`can be opened by only one kernel, even through a symbolic link: ${name}`, async () => {
      const { dataDir } = app.database
      await symlink(file, join(dataDir, 'link.db'))
      await symlink('link.db', join(dataDir, 'link-to-link.db'))
      const databaseUrl = `sqlite:${join(dataDir, name)}`
      const other = createStandardKernel({
        settings: { databaseUrl, dataDir, secretKey: 'a key for tests only, of 32 bytes or more' },
      })

      const refusal = await other.start().catch((error: Error) => error.message)

      expect(refusal).to.match(/Another kernel of this process is using the database file/)
    })
  }

  it('is refused if it has a hard link, by which another process could open it', async () => {
    const { dataDir } = app.database
    await link(file, join(dataDir, 'hard.db'))
    const other = createKernel({ settings: { databaseUrl: `sqlite:${join(dataDir, 'hard.db')}`, dataDir } })

    const refusal = await other.start().catch((error: Error) => error.message)

    expect(refusal).to.match(/has 2 names \(hard links\)\. Copy it/)
  })

  it('is refused if it is a folder, with the name that a file in it could have', async () => {
    const { dataDir } = app.database
    await mkdir(join(dataDir, 'folder'))
    const other = createKernel({ settings: { databaseUrl: `sqlite:${join(dataDir, 'folder')}`, dataDir } })

    const refusal = await other.start().catch((error: Error) => error.message)

    expect(refusal).to.include(`${join(dataDir, 'folder')} is a folder. Name a file in it, such as `)
    expect(refusal).to.include(join(dataDir, 'folder', 'plinth.db'))
  })

  it('is created at the target of a relative link, even in a folder that is a link itself', async () => {
    const { dataDir } = app.database
    await mkdir(join(dataDir, 'real', 'sub'), { recursive: true })
    await symlink(join('real', 'sub'), join(dataDir, 'linked'))
    await symlink(join('..', 'target.db'), join(dataDir, 'real', 'sub', 'plinth.db'))
    const databaseUrl = `sqlite:${join(dataDir, 'linked', 'plinth.db')}`
    const other = createKernel({ settings: { databaseUrl, dataDir } })

    await other.migrate()

    expect(await readdir(join(dataDir, 'real')))
      .to.include('target.db')
      .and.include('target.db-owner')
  })

  describe('still belongs to this process after', () => {
    for (const [what, pathOf] of [
      ['its own path', async () => file],
      ['a relative path', async () => relative(process.cwd(), file)],
      ['a symbolic link', () => linked(symlink)],
      ['a hard link', () => linked(link)],
    ] as const) {
      it(`another kernel was refused that opens it by ${what}`, async () => {
        const path = await pathOf()
        const other = createKernel({ settings: { databaseUrl: `sqlite:${path}`, dataDir: app.database.dataDir } })

        const refusal = await other.start().catch((error: Error) => error.message)

        expect(refusal).to.match(/Another kernel of this process|hard links/)
        await expectRefusalOfOtherProcess()
      })
    }

    for (const [what, connectionTo] of [
      ['the path of the file', (filename: string) => ({ filename })],
      ['a URI', (filename: string) => ({ filename: `file:${filename}`, flags: ['OPEN_URI', 'OPEN_READWRITE'] })],
      ['a function', (filename: string) => () => ({ filename })],
    ] as const)
      it(`another kernel was refused that uses it with a host's Knex, which has ${what}`, async () => {
        const config = sqliteConfig(app.database.url)
        const knex = makeHostKnex({ ...config, connection: connectionTo(file), log: { warn: () => {} } })
        const other = createKernel({ knex })

        const refusal = await other.start().catch((error: Error) => error.message)

        await knex.destroy()
        expect(refusal).to.match(/Another kernel of this process/)
        await expectRefusalOfOtherProcess()
      })

    it('another kernel was refused in a worker thread', async () => {
      const worker = new Worker(
        `import('@plinth/kernel').then(({ createKernel }) =>
          createKernel({ settings: ${JSON.stringify({ databaseUrl: app.database.url, dataDir: app.database.dataDir })} })
            .start()
            .catch((error) => require('node:worker_threads').parentPort.postMessage(error.message)))`,
        { eval: true, execArgv: NODE_FLAGS },
      )

      const [refusal] = await once(worker, 'message')

      await worker.terminate()
      expect(refusal).to.match(/is using the database file/)
      await expectRefusalOfOtherProcess()
    })

    it('another kernel was refused after an empty file took its place', async () => {
      await rename(file, `${file}-moved`)
      await writeFile(file, '')
      const other = createKernel({ settings: { databaseUrl: app.database.url, dataDir: app.database.dataDir } })

      const refusal = await other.start().catch((error: Error) => error.message)

      await rename(`${file}-moved`, file)
      expect(refusal).to.match(/Another kernel of this process/)
      await expectRefusalOfOtherProcess()
    })

    async function linked(create: typeof link): Promise<string> {
      const path = join(app.database.dataDir, 'linked.db')
      await create(file, path)
      return path
    }

    async function expectRefusalOfOtherProcess(): Promise<void> {
      await rm(join(app.database.dataDir, 'linked.db'), { force: true })
      const { code, stderr } = await run(['migrate'], variablesFor(app.database))
      expect(stderr).to.match(/^Another process is using the database file/)
      expect(code).to.equal(3)
    }
  })

  for (const [what, replace] of [
    ['moved', () => rename(file, `${file}-moved`)],
    ['replaced by a copy', () => replaceByCopy(file)],
    ['deleted', () => rm(file)],
    ['deprived of its write-ahead log', () => rm(`${file}-wal`)],
    ['deprived of the index of its log', () => rm(`${file}-shm`)],
    ['deprived of its lock', () => rm(`${file}-owner`)],
  ] as const) {
    it(`is not written to, and the service is not ready, after it was ${what}`, async () => {
      await replace()

      const [write, ready] = [
        await sudo.put('/settings/logger_period', { logger_period: 5 }),
        await sudo.get('/health/ready'),
      ]

      expect([write.status, write.body.code, ready.status]).to.deep.equal([503, 'DATABASE_UNAVAILABLE', 503])
      const reads = await Promise.all(Array.from({ length: 20 }, () => sudo.get('/users/sudo/sessions')))
      expect(reads.every(({ status }) => status === 200 || status === 503)).to.equal(true)
      const { reason } = ready.body.checks.find((check: { name: string }) => check.name === 'database writes')
      expect(reason).to.match(/moved, replaced or removed/)
      const fatal = app.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 60)
      expect(fatal.map(({ msg }) => msg)).to.deep.equal([reason])
    })
  }
})

describe('a write to a SQLite file that is moved or replaced', () => {
  const hook = new DriverHook()
  let tempDatabase: TempDatabase
  let hostKnex: Knex | undefined
  let database: Database
  let kernel: Kernel<KernelServices>
  before(() => hook.install())
  after(() => hook.restore())
  beforeEach(async () => {
    tempDatabase = await sqlite().create()
  })
  afterEach(async () => {
    hook.stopIntervening()
    await kernel.stop()
    await hostKnex?.destroy()
    await tempDatabase.drop()
  })

  for (const whose of ["the kernel's own", "a host's"] as const)
    describe(`on ${whose} Knex`, () => {
      beforeEach(async () => {
        const { url: databaseUrl, dataDir } = tempDatabase
        hostKnex = whose === "a host's" ? makeHostKnex(sqliteConfig(databaseUrl)) : undefined
        kernel = createKernel(hostKnex ? { knex: hostKnex } : { settings: { databaseUrl, dataDir } })
        await kernel.start()
        database = kernel.services.database
        await database.write((transaction) => transaction.raw('CREATE TABLE items (id INTEGER)'))
      })

      it('is refused before it begins, and reported by the readiness', async () => {
        await replaceByCopy(file())

        const failed = await errorFrom(database.write(async () => {}))

        expect(failed).to.be.instanceOf(DatabaseUnavailable)
        expect(await database.writeProblem()).to.match(/moved, replaced or removed/)
      })

      it('is rolled back if the file is moved after its BEGIN', async () => {
        const failed = await errorFrom(
          database.write(async (transaction) => {
            await transaction('items').insert({ id: 1 })
            await rename(file(), `${file()}-moved`)
          }),
        )

        await rename(`${file()}-moved`, file())
        expect(failed).to.be.instanceOf(DatabaseUnavailable)
        expect(await database.read((knex) => knex('items').pluck('id'))).to.deep.equal([])
      })

      it('is not acknowledged if the file is moved during its COMMIT', async () => {
        const reported: string[] = []
        const failed = await errorFrom(
          database.write(async (transaction) => {
            database.afterCommit(transaction, () => reported.push('committed'))
            await transaction('items').insert({ id: 1 })
            hook.watch(() => renameSync(file(), `${file()}-moved`) as undefined)
          }),
        )

        expect([hook.statementCount, existsSync(`${file()}-moved`)]).to.deep.equal([1, true])
        expect(failed).to.be.instanceOf(DatabaseUnavailable)
        expect(reported).to.deep.equal([])
      })
    })

  const file = () => tempDatabase.url.slice('sqlite:'.length)
})

function sqlite(): TestDatabase {
  const found = testDatabases.find(({ name }) => name === 'SQLite')
  if (!found) throw new Error('there is no SQLite to test on')
  return found
}

async function errorFrom(write: Promise<unknown>): Promise<unknown> {
  return write.then(
    () => 'it was acknowledged',
    (error: unknown) => error,
  )
}

async function replaceByCopy(file: string): Promise<void> {
  await copyFile(file, `${file}-copy`)
  await rename(`${file}-copy`, file)
}
