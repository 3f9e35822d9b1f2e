import { createHash, randomBytes } from 'node:crypto'
import { open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { createPlinth } from '@plinth/service'
import type { TempDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { linesOf, run } from '../support/service-process.js'
import { databaseNamed, ROUNDS, Site, TEST_TIMEOUT_MS } from './support/site.js'

const PAGE = 4_096

const WRONGS: Readonly<Record<string, (file: string) => Promise<void>>> = {
  'its header is overwritten': (file) => overwrite(file, 0, 100),
  'its first page is overwritten behind the header': (file) => overwrite(file, 100, PAGE - 100),
  'a page in its middle is overwritten': async (file) =>
    overwrite(file, Math.floor((await stat(file)).size / PAGE / 2) * PAGE, PAGE),
  'its pages but the first are overwritten': async (file) => overwrite(file, PAGE, (await stat(file)).size - PAGE),
  'it is cut off in its middle': async (file) => truncate(file, Math.floor((await stat(file)).size / 2)),
  'it is cut off within its header': (file) => truncate(file, 50),
  'it has no length': (file) => truncate(file, 0),
  'it is deleted': (file) => rm(file),
}

describe('F16 a SQLite file that was in use is damaged', function () {
  this.timeout(TEST_TIMEOUT_MS)
  let site: Site
  let file: string
  let whole: Buffer
  /** Of the first minute, without its write-ahead log. */
  let young: Buffer
  before(async () => {
    site = await Site.on(databaseNamed('SQLite'))
    file = site.place.url.slice('sqlite:'.length)
    const service = await site.start()
    young = await readFile(file)
    for (let number = 0; number < 5; number += 1) await site.caller.signUp(`user-${number}`)
    await site.caller.importMakers('whole', 500)
    await service.end('SIGTERM')
    whole = await readFile(file)
  })
  beforeEach(() => restore(file, whole))
  after(() => site.close())

  const wrongs: typeof WRONGS = {
    ...WRONGS,
    'it is a young one without its write-ahead log': () => restore(file, young),
  }
  for (const [what, spoil] of Object.entries(wrongs)) {
    it(`F16 ${what}: the start is refused with one line, and nothing is made anew`, async () => {
      await spoil(file)
      const before = await contentsOf(site.place)

      const { code, stdout, stderr } = await run(['serve'], site.variables)

      expect(linesOf(stderr), stderr).to.have.length(1)
      expect(stderr)
        .to.include(file)
        .and.match(/restore it from a backup/i)
      expect(code).to.equal(3)
      expect(stdout).not.to.match(/listening|first start|first user/)
      expect(await contentsOf(site.place)).to.deep.equal(before)
    })
  }

  it(`F16 whichever page is overwritten: refused, or of no use to anybody, and never a first start (${ROUNDS * 5} pages)`, async () => {
    const pages = whole.length / PAGE
    const endings: string[] = []
    for (let round = 0; round < ROUNDS * 5; round += 1) {
      await restore(file, whole)
      const page = Math.floor(((round + Math.random()) / (ROUNDS * 5)) * pages)
      await overwrite(file, page * PAGE, PAGE)
      const lines: string[] = []
      const plinth = createPlinth({
        databaseUrl: site.place.url,
        dataDir: site.place.dataDir,
        secretKey: site.variables.PLINTH_SECRET_KEY ?? '',
        writeLog: (line) => lines.push(line),
      })
      await plinth.start().then(
        () => endings.push('started'),
        ({ name, message }) =>
          endings.push(`${name}: ${message.replace(file, 'FILE').replace(/ It is the file of .*/, '')}`),
      )
      await plinth.stop()
      expect(lines.join(), `page ${page}`).not.to.include('first start')
    }

    const refused =
      'StartupError: The database file FILE is damaged or not a SQLite database. Restore it from a backup.'
    expect(new Set(endings.filter((ending) => ending !== 'started'))).to.deep.equal(new Set([refused]))
    expect(endings.filter((ending) => ending === 'started').length, 'pages that nobody reads').to.be.below(ROUNDS * 2)
  })

  it('F16 restored from a backup it works again, with everything', async () => {
    await rm(file)
    await run(['serve'], site.variables)
    await restore(file, whole)

    await site.start()

    await site.audit()
  })
})

async function overwrite(file: string, start: number, length: number): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(randomBytes(length), 0, length, start)
  await handle.close()
}

async function restore(file: string, whole: Buffer): Promise<void> {
  for (const more of ['-wal', '-shm']) await rm(file + more, { force: true })
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
