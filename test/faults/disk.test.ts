import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TestClient, type TestResponse } from '@plinth/testing'
import { expect } from 'chai'
import { DedicatedPostgres } from '../support/dedicated-postgres.js'
import { applyPlan, planOf } from '../support/plans.js'
import { linesOf, run, type Service } from '../support/service-process.js'
import { Deployment, databaseNamed, TEST_TIMEOUT_MS } from './support/deployment.js'
import { fault, skipReasonBelow } from './support/fault.js'
import { noSmallDiskReason, SmallDisk } from './support/small-disk.js'
import { until } from './support/until.js'

/** A write gets one of these if the disk is full. */
const FULL_STATUSES = [503, 507]
const EXPORT = '/settings/export_config'
const MACHINES = 5_000
/** Less than an apply of so many machines needs. */
const FREE_BYTES = 1_000_000

/** Creates a deployment whose SQLite file or PostgreSQL server is on that disk. */
async function deploymentOn(
  disk: SmallDisk,
  name: string,
): Promise<{ deployment: Deployment; postgres?: DedicatedPostgres }> {
  if (name === 'PostgreSQL') {
    const postgres = await DedicatedPostgres.start(disk.folder)
    return { deployment: new Deployment(postgres.database), postgres }
  }
  const dataDir = join(disk.folder, 'data')
  return { deployment: new Deployment({ url: `sqlite:${join(dataDir, 'plinth.db')}`, dataDir, drop: async () => {} }) }
}

for (const name of ['SQLite', 'PostgreSQL'] as const) {
  describe(`a full disk of the database, ${name}`, function () {
    this.timeout(TEST_TIMEOUT_MS)
    const { disks, deployments } = removedAfterSuite()

    fault(
      'makes writes fail with 503 or 507, allows reads, and has no effect once there is space again (F6)',
      noSmallDiskReason ?? (name === 'PostgreSQL' ? skipReasonBelow() : undefined),
      async () => {
        const disk = new SmallDisk(name === 'SQLite' ? 8 : 110)
        disks.push(disk)
        const { deployment, postgres } = await deploymentOn(disk, name)
        deployments.push(deployment)
        const service = await deployment.start()
        await deployment.caller.signUp('anna')
        const keys = await Promise.all(Array.from({ length: 150 }, () => deployment.caller.logIn('anna')))
        const [reading, ...leaving] = keys.filter((key) => key !== undefined)

        disk.fill()
        expect(FULL_STATUSES).to.include((await deployment.caller.importManufacturers('full', 20_000)).status)
        const signups = await statusesUntilRefused((number) => deployment.caller.signUp(`full-${number}`))
        const logouts = await statusesUntilRefused(
          (number) => deployment.caller.logOut(leaving[number] ?? ''),
          leaving.length,
        )
        const read = await deployment.caller.read(reading ?? '')

        for (const statuses of [signups, logouts])
          expect([200, ...FULL_STATUSES]).to.include.members([...new Set(statuses)])
        expect(FULL_STATUSES, 'a signup was refused').to.include(signups.at(-1))
        // PostgreSQL exits when it cannot write its log; a SQLite file can still be read.
        expect(read).to.equal(postgres?.hasEnded ? 503 : 200)
        expect(service.hasEnded).to.equal(false)
        expect(await isReady(service), 'ready').to.equal(false)
        disk.free()
        await waitForRecovery(service, postgres)
        await until(async () => (await deployment.caller.signUp(`room-${performance.now()}`)) === 200)
        expect((await deployment.caller.importManufacturers('room', 50)).status).to.equal(200)
        await deployment.checkConsistency()
      },
    )

    fault(
      'makes an apply and a rollback fail as a whole, and lets the same plan be applied once there is space (F6)',
      noSmallDiskReason ?? (name === 'PostgreSQL' ? skipReasonBelow() : undefined),
      async () => {
        const disk = new SmallDisk(name === 'SQLite' ? 48 : 200)
        disks.push(disk)
        const { deployment, postgres } = await deploymentOn(disk, name)
        deployments.push(deployment)
        let service = await deployment.start()
        let sudo = deployment.asSudo(service)
        await applyPlan(sudo, await planOf(sudo, machines('before'), '?mode=mirror'))
        const found = async () => {
          const [{ body }, snapshots] = [await sudo.get(EXPORT), await sudo.get('/settings/snapshots')]
          return [body.data.Machines[0].name, body.data.Machines.length, snapshots.body.length]
        }
        const applyOnFullDisk = async (plan: TestResponse) => {
          const before = await found()
          for (const space of [0, FREE_BYTES]) {
            await service.end('SIGTERM') // a write-ahead log of SQLite would still have space
            service = await deployment.start()
            sudo = deployment.asSudo(service)
            disk.fill(space)
            const refused = await applyPlan(sudo, plan)
            disk.free()
            expect(FULL_STATUSES, refused.text).to.include(refused.status)
            expect(service.hasEnded).to.equal(false)
            await waitForRecovery(service, postgres)
            expect(await found()).to.deep.equal(before)
          }
          expect((await applyPlan(sudo, plan)).status).to.equal(200)
        }

        await applyOnFullDisk(await planOf(sudo, machines('after'), '?mode=mirror'))
        expect(await found()).to.deep.equal(['after 0', MACHINES, 2])
        const [{ id }] = (await sudo.get('/settings/snapshots')).body
        await applyOnFullDisk(await sudo.post(`/settings/snapshots/${id}/plan`))
        expect(await found()).to.deep.equal(['before 0', MACHINES, 3])
        await deployment.checkConsistency()
      },
    )
  })
}

/** Waits until the service is ready. Restarts PostgreSQL, which may end some time after a failed write. */
async function waitForRecovery(service: Service, postgres: DedicatedPostgres | undefined): Promise<void> {
  await until(async () => {
    if (postgres?.hasEnded) await postgres.start()
    return isReady(service)
  })
}

/** Machines with the same identifiers and other names in each version. */
function machines(version: string) {
  const machine = (_: unknown, index: number) => ({ identifier: `m-${index}`, name: `${version} ${index}` })
  return { Machines: Array.from({ length: MACHINES }, machine) }
}

describe('a disk that is full at the start (F6)', function () {
  this.timeout(TEST_TIMEOUT_MS)
  const { disks, deployments } = removedAfterSuite()

  fault('is named, and not taken for a damaged database', noSmallDiskReason, async () => {
    const disk = new SmallDisk(8)
    disks.push(disk)
    const { deployment } = await deploymentOn(disk, 'SQLite')
    deployments.push(deployment)
    await (await deployment.start()).end('SIGTERM')
    disk.fill()

    const commands = [await run(['serve'], deployment.variables), await run(['users', 'list'], deployment.variables)]
    disk.free()

    for (const { code, stderr } of commands) {
      expect([code, linesOf(stderr).length]).to.deep.equal([3, 1])
      expect(stderr)
        .to.match(/disk .* full\?/)
        .and.not.include('damaged')
    }
    await deployment.start()
    await deployment.checkConsistency()
  })
})

/** Returns lists for disks and deployments. All that they contain is ended and removed after the suite. */
function removedAfterSuite() {
  const disks: SmallDisk[] = []
  const deployments: Deployment[] = []
  after(async () => {
    for (const deployment of deployments) await deployment.close()
    for (const disk of disks) disk.remove()
  })
  return { disks, deployments }
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
  const { disks, deployments } = removedAfterSuite()

  fault(
    'makes a start on SQLite fail with its path in the message, and loses nothing once it is writable again',
    noSmallDiskReason,
    async () => {
      const disk = new SmallDisk(16)
      disks.push(disk)
      const { deployment } = await deploymentOn(disk, 'SQLite')
      deployments.push(deployment)
      let service = await deployment.start()
      await deployment.caller.signUp('anna')
      await service.end('SIGTERM')
      await disk.makeReadOnly()

      const { code, stderr } = await run(['serve'], deployment.variables)
      disk.makeWritable()
      service = await deployment.start()

      expect([code, linesOf(stderr).length]).to.deep.equal([3, 1])
      expect(stderr)
        .to.include(deployment.database.dataDir)
        .and.match(/read-only|may write/)
      await deployment.caller.logIn('anna')
      await deployment.checkConsistency()
    },
  )

  fault('makes imports on PostgreSQL fail with 507, and affects nothing else', noSmallDiskReason, async () => {
    const disk = new SmallDisk(4)
    disks.push(disk)
    const database = await databaseNamed('PostgreSQL').create()
    const deployment = new Deployment({ ...database, dataDir: join(disk.folder, 'data') })
    deployments.push(deployment)
    await deployment.start()
    await deployment.caller.importManufacturers('before', 5)
    await disk.makeReadOnly()

    const refused = await deployment.caller.importManufacturers('read-only', 5)
    const signup = await deployment.caller.signUp('anna')
    disk.makeWritable()

    expect([refused.status, refused.body.code, signup]).to.deep.equal([507, 'UPLOAD_FAILED', 200])
    expect((await deployment.caller.importManufacturers('after', 5)).status).to.equal(200)
    await deployment.checkConsistency()
  })
})

describe('a full disk of the log file (F18)', function () {
  this.timeout(TEST_TIMEOUT_MS)
  const disks: SmallDisk[] = []
  let deployment: Deployment
  before(async () => {
    deployment = await Deployment.on(databaseNamed('SQLite'))
  })
  after(async () => {
    await deployment.close()
    for (const disk of disks) disk.remove()
  })

  fault(
    'does not stop the service, is reported with its path, and loses no line once there is space again',
    noSmallDiskReason,
    async () => {
      const disk = new SmallDisk(1)
      disks.push(disk)
      const folder = join(disk.folder, 'log')
      await mkdir(folder)
      const service = await deployment.start({ PLINTH_LOG_DIR: folder, PLINTH_LOGGER_PERIOD: '1' })
      // When the file is not empty, its last block has space for a part of the next line, which is then torn.
      await until(async () => (await readFile(join(folder, 'plinth.log')).catch(() => '')).length > 0)
      disk.fill()

      const statuses = await Promise.all(
        Array.from({ length: 50 }, (_, number) => deployment.caller.signUp(`full-${number}`)),
      )
      await until(() => service.stdout.includes('The log file cannot be written'))
      disk.free()
      await until(async () => (await unwrittenIn(folder, service)).length === 0)

      expect(new Set(statuses)).to.deep.equal(new Set([200]))
      expect(service.logLines.find((line) => line.includes('cannot be written'))).to.include(folder)
      await deployment.checkConsistency()
    },
  )
})

/** Returns the ids of the signup requests that have no complete line in the log files. */
async function unwrittenIn(folder: string, { logLines }: Service): Promise<string[]> {
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
      const deployment = await Deployment.on(databaseNamed(name), { TMPDIR: '/nowhere', SQLITE_TMPDIR: '/nowhere' })
      try {
        const service = await deployment.start()

        const report = await deployment.caller.importManufacturers('without', 5_000)
        const out = await new TestClient(service.url).withKey(deployment.sudoKey).get('/settings/export_config')

        expect([report.status, out.status]).to.deep.equal([200, 200])
        expect(out.body.data.Manufacturer).to.have.length(5_000)
        await deployment.checkConsistency()
      } finally {
        await deployment.close()
      }
    })
  }

  fault(
    'causes 507 when an upload fills it, is emptied after that, and accepts the next upload',
    noSmallDiskReason,
    async () => {
      const disk = new SmallDisk(2)
      const database = await databaseNamed('PostgreSQL').create()
      const deployment = new Deployment({ ...database, dataDir: join(disk.folder, 'data') })
      try {
        await deployment.start()

        const large = await deployment.caller.importManufacturers('large', 60_000)
        const small = await deployment.caller.importManufacturers('small', 50)

        expect([large.status, large.body.code, small.status]).to.deep.equal([507, 'UPLOAD_FAILED', 200])
        expect(await readdir(join(disk.folder, 'data', 'uploads'))).to.deep.equal([])
        await deployment.checkConsistency()
      } finally {
        await deployment.close()
        disk.remove()
      }
    },
  )
})
