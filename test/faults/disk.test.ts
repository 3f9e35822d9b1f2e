import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { linesOf, run, type Service } from '../support/service-process.js'
import { fault, tooLong } from './support/fault.js'
import { OwnPostgres } from './support/own-postgres.js'
import { databaseNamed, Site, TEST_TIMEOUT_MS } from './support/site.js'
import { noSmallDisk, SmallDisk } from './support/small-disk.js'
import { until } from './support/until.js'

/** Statuses of writes that fail because the disk is full. */
const FULL = [503, 507]

/** Creates a site whose SQLite file or PostgreSQL server is on that disk. */
async function siteOn(disk: SmallDisk, name: string): Promise<{ site: Site; postgres?: OwnPostgres }> {
  if (name === 'PostgreSQL') {
    const postgres = await OwnPostgres.start(disk.folder)
    return { site: new Site(postgres.database), postgres }
  }
  const dataDir = join(disk.folder, 'data')
  return { site: new Site({ url: `sqlite:${join(dataDir, 'plinth.db')}`, dataDir, drop: async () => {} }) }
}

for (const name of ['SQLite', 'PostgreSQL'] as const) {
  describe(`a full disk of the database, ${name}`, function () {
    this.timeout(TEST_TIMEOUT_MS)
    const disks: SmallDisk[] = []
    const sites: Site[] = []
    after(async () => {
      for (const site of sites) await site.close()
      for (const disk of disks) disk.remove()
    })

    fault(
      'makes writes fail with 503 or 507, allows reads, and has no effect once there is space again (F6)',
      noSmallDisk ?? (name === 'PostgreSQL' ? tooLong() : undefined),
      async () => {
        const disk = new SmallDisk(name === 'SQLite' ? 8 : 110)
        disks.push(disk)
        const { site, postgres } = await siteOn(disk, name)
        sites.push(site)
        const service = await site.start()
        await site.caller.signUp('anna')
        const keys = await Promise.all(Array.from({ length: 150 }, () => site.caller.logIn('anna')))
        const [reading, ...leaving] = keys.filter((key) => key !== undefined)

        disk.fill()
        expect(FULL).to.include((await site.caller.importMakers('full', 20_000)).status)
        const signups = await statusesUntilRefused((number) => site.caller.signUp(`full-${number}`))
        const logouts = await statusesUntilRefused(
          (number) => site.caller.logOut(leaving[number] ?? ''),
          leaving.length,
        )
        const read = await site.caller.read(reading ?? '')

        for (const statuses of [signups, logouts]) expect([200, ...FULL]).to.include.members([...new Set(statuses)])
        expect(FULL, 'a signup was refused').to.include(signups.at(-1))
        // PostgreSQL exits when it cannot write its log; a SQLite file can still be read.
        expect(read).to.equal(postgres?.hasEnded ? 503 : 200)
        expect(service.hasEnded).to.equal(false)
        expect(await isReady(service), 'ready').to.equal(false)
        disk.free()
        if (postgres?.hasEnded) await postgres.start()
        await until(() => isReady(service))
        await until(async () => (await site.caller.signUp(`room-${performance.now()}`)) === 200)
        expect((await site.caller.importMakers('room', 50)).status).to.equal(200)
        await site.audit()
      },
    )
  })
}

async function isReady({ url }: Service): Promise<boolean> {
  return (await fetch(`${url}/health/ready`)).ok
}

/** Writes until one is refused. Returns all statuses. */
async function statusesUntilRefused(write: (number: number) => Promise<number>, max = 2_000): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < max && (statuses.at(-1) ?? 200) === 200) statuses.push(await write(statuses.length))
  return statuses
}

describe('a data folder that becomes read-only (F17)', function () {
  this.timeout(TEST_TIMEOUT_MS)
  const disks: SmallDisk[] = []
  const sites: Site[] = []
  after(async () => {
    for (const site of sites) await site.close()
    for (const disk of disks) disk.remove()
  })

  fault(
    'prevents a start on SQLite with its path, and loses nothing once it is writable again',
    noSmallDisk,
    async () => {
      const disk = new SmallDisk(16)
      disks.push(disk)
      const { site } = await siteOn(disk, 'SQLite')
      sites.push(site)
      let service = await site.start()
      await site.caller.signUp('anna')
      await service.end('SIGTERM')
      disk.makeReadOnly()

      const { code, stderr } = await run(['serve'], site.variables)
      disk.makeWritable()
      service = await site.start()

      expect([code, linesOf(stderr).length]).to.deep.equal([3, 1])
      expect(stderr)
        .to.include(site.database.dataDir)
        .and.match(/read-only|may write/)
      await site.caller.logIn('anna')
      await site.audit()
    },
  )

  fault('makes imports on PostgreSQL fail with 507, and affects nothing else', noSmallDisk, async () => {
    const disk = new SmallDisk(4)
    disks.push(disk)
    const database = await databaseNamed('PostgreSQL').create()
    const site = new Site({ ...database, dataDir: join(disk.folder, 'data') })
    sites.push(site)
    await site.start()
    await site.caller.importMakers('before', 5)
    disk.makeReadOnly()

    const refused = await site.caller.importMakers('read-only', 5)
    const signup = await site.caller.signUp('anna')
    disk.makeWritable()

    expect([refused.status, refused.body.code, signup]).to.deep.equal([507, 'UPLOAD_FAILED', 200])
    expect((await site.caller.importMakers('after', 5)).status).to.equal(200)
    await site.audit()
  })
})

describe('a full disk of the log file (F18)', function () {
  this.timeout(TEST_TIMEOUT_MS)
  const disks: SmallDisk[] = []
  let site: Site
  before(async () => {
    site = await Site.on(databaseNamed('SQLite'))
  })
  after(async () => {
    await site.close()
    for (const disk of disks) disk.remove()
  })

  fault(
    'does not stop the service, is reported with its path, and loses no line once there is space again',
    noSmallDisk,
    async () => {
      const disk = new SmallDisk(1)
      disks.push(disk)
      const folder = join(disk.folder, 'log')
      await mkdir(folder)
      const service = await site.start({ PLINTH_LOG_DIR: folder, PLINTH_LOGGER_PERIOD: '1' })
      // When the file is not empty, its last block has space for a part of the next line, which is then torn.
      await until(async () => (await readFile(join(folder, 'plinth.log')).catch(() => '')).length > 0)
      disk.fill()

      const statuses = await Promise.all(
        Array.from({ length: 50 }, (_, number) => site.caller.signUp(`full-${number}`)),
      )
      await until(() => service.stdout.includes('The log file cannot be written'))
      disk.free()
      await until(async () => (await missingIn(folder, service)).length === 0)

      expect(new Set(statuses)).to.deep.equal(new Set([200]))
      expect(service.logLines.find((line) => line.includes('cannot be written'))).to.include(folder)
      await site.audit()
    },
  )
})

/** Returns the request ids of signups that have no complete line in the log files. */
async function missingIn(folder: string, { logLines }: Service): Promise<string[]> {
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  const written = new Set(linesOf(texts.join('\n')).map(requestIdIn))
  return logLines
    .filter((line) => line.includes('"/users/signup"'))
    .map(requestIdIn)
    .filter((id) => !written.has(id))
}

function requestIdIn(line: string): string {
  try {
    return JSON.parse(line).request_id
  } catch {
    return '' // the line was torn when the disk was full, and is written again
  }
}

describe('the folder for temporary files (F20)', function () {
  this.timeout(TEST_TIMEOUT_MS)

  for (const name of ['SQLite', 'PostgreSQL'] as const) {
    it(`is not needed on ${name}`, async () => {
      const site = await Site.on(databaseNamed(name), { TMPDIR: '/nowhere', SQLITE_TMPDIR: '/nowhere' })
      try {
        const service = await site.start()

        const report = await site.caller.importMakers('without', 5_000)
        const out = await new TestClient(service.url).withKey(site.sudoKey).get('/settings/export_config')

        expect([report.status, out.status]).to.deep.equal([200, 200])
        expect(out.body.data.Manufacturer).to.have.length(5_000)
        await site.audit()
      } finally {
        await site.close()
      }
    })
  }

  fault(
    'causes 507 when an upload fills it, is emptied after that, and accepts the next upload',
    noSmallDisk,
    async () => {
      const disk = new SmallDisk(2)
      const database = await databaseNamed('PostgreSQL').create()
      const site = new Site({ ...database, dataDir: join(disk.folder, 'data') })
      try {
        await site.start()

        const large = await site.caller.importMakers('large', 60_000)
        const small = await site.caller.importMakers('small', 50)

        expect([large.status, large.body.code, small.status]).to.deep.equal([507, 'UPLOAD_FAILED', 200])
        expect(await readdir(join(disk.folder, 'data', 'uploads'))).to.deep.equal([])
        await site.audit()
      } finally {
        await site.close()
        disk.remove()
      }
    },
  )
})
