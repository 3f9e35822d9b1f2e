import { createHash, randomBytes } from 'node:crypto'
import { open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { createPlinth } from '@plinth/service'
import type { TempDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { linesOf, run } from '../support/service-process.js'
import { Deployment, databaseNamed, ROUNDS, TEST_TIMEOUT_MS } from './support/deployment.js'

const PAGE_BYTES = 4_096

const DAMAGES: Readonly<Record<string, (file: string) => Promise<void>>> = {
  'its header is overwritten': (file) => overwrite(file, 0, 100),
  'its first page is overwritten after the header': (file) => overwrite(file, 100, PAGE_BYTES - 100),
  'a page in the middle is overwritten': async (file) =>
    overwrite(file, Math.floor((await stat(file)).size / PAGE_BYTES / 2) * PAGE_BYTES, PAGE_BYTES),
  'all pages except the first are overwritten': async (file) =>
    overwrite(file, PAGE_BYTES, (await stat(file)).size - PAGE_BYTES),
  'it is truncated in the middle': async (file) => truncate(file, Math.floor((await stat(file)).size / 2)),
  'it is truncated within its header': (file) => truncate(file, 50),
  'it is empty': (file) => truncate(file, 0),
  'it is deleted': (file) => rm(file),
}

describe('a SQLite file that was in use and is damaged (F16)', function () {
  this.timeout(TEST_TIMEOUT_MS)
  let deployment: Deployment
  let file: string
  let whole: Buffer
  /** The file shortly after the first start, without its write-ahead log. */
  let early: Buffer
  before(async () => {
    deployment = await Deployment.on(databaseNamed('SQLite'))
    file = deployment.database.url.slice('sqlite:'.length)
    const service = await deployment.start()
    early = await readFile(file)
    for (let number = 0; number < 5; number += 1) await deployment.caller.signUp(`user-${number}`)
    await deployment.caller.importManufacturers('whole', 500)
    await service.end('SIGTERM')
    whole = await readFile(file)
  })
  beforeEach(() => restore(file, whole))
  after(() => deployment.close())

  const damages: typeof DAMAGES = {
    ...DAMAGES,
    'it is a copy from the first start, without its write-ahead log': () => restore(file, early),
  }
  for (const [what, damage] of Object.entries(damages)) {
    it(`prevents the start with one line, and is not re-created, when ${what}`, async () => {
      await damage(file)
      const before = await contentsOf(deployment.database)

      const { code, stdout, stderr } = await run(['serve'], deployment.variables)

      expect(linesOf(stderr), stderr).to.have.length(1)
      expect(stderr)
        .to.include(file)
        .and.match(/restore it from a backup/i)
      expect(code).to.equal(3)
      expect(stdout).not.to.match(/listening|first start|first user/)
      expect(await contentsOf(deployment.database)).to.deep.equal(before)
    })
  }

  it(`prevents the start when any page that is read is overwritten, and never causes a first start (${ROUNDS * 5} pages)`, async () => {
    const pages = whole.length / PAGE_BYTES
    const outcomes: string[] = []
    for (let round = 0; round < ROUNDS * 5; round += 1) {
      await restore(file, whole)
      const page = Math.floor(((round + Math.random()) / (ROUNDS * 5)) * pages)
      await overwrite(file, page * PAGE_BYTES, PAGE_BYTES)
      const lines: string[] = []
      const plinth = createPlinth({
        databaseUrl: deployment.database.url,
        dataDir: deployment.database.dataDir,
        secretKey: deployment.variables.PLINTH_SECRET_KEY ?? '',
        writeLog: (line) => lines.push(line),
      })
      await plinth.start().then(
        () => outcomes.push('started'),
        ({ name, message }) =>
          outcomes.push(`${name}: ${message.replace(file, 'FILE').replace(/ PLINTH_DATABASE_URL .*/, '')}`),
      )
      await plinth.stop()
      expect(lines.join(), `page ${page}`).not.to.include('first start')
    }

    const refused =
      'StartupError: The database file FILE is damaged or is not a SQLite database. Restore it from a backup.'
    expect(new Set(outcomes.filter((outcome) => outcome !== 'started'))).to.deep.equal(new Set([refused]))
    const unreadPages = outcomes.filter((outcome) => outcome === 'started').length
    expect(unreadPages, 'pages that the start does not read').to.be.below(ROUNDS * 2)
  })

  it('works again with all its data once it is restored from a backup', async () => {
    await rm(file)
    await run(['serve'], deployment.variables)
    await restore(file, whole)

    await deployment.start()

    await deployment.checkConsistency()
  })
})

async function overwrite(file: string, start: number, length: number): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(randomBytes(length), 0, length, start)
  await handle.close()
}

async function restore(file: string, whole: Buffer): Promise<void> {
  for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true })
  const handle = await open(file, 'w')
  await handle.write(whole)
  await handle.close()
}

async function contentsOf({ dataDir }: TempDatabase): Promise<Record<string, string>> {
  const entries = await readdir(dataDir, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const digests = names.map(async (name) => [
    name,
    createHash('sha256')
      .update(await readFile(join(dataDir, name)))
      .digest('hex'),
  ])
  return Object.fromEntries(await Promise.all(digests))
}
