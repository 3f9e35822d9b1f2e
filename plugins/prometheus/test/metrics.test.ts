import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { COMMAND, createKernel, definePlugin, healthChecks, metrics, StartupError } from '@plinth/kernel'
import type { Metric } from '@plinth/kernel/contracts'
import { prometheus } from '@plinth/prometheus'
import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, freePort, type SignedIn, TEST_PASSWORD, TestClient, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { fileOf, pyAutomationFile } from '../../../test/support/configuration.js'
import { applyFile, applyPlan, planOf } from '../../../test/support/plans.js'

const FLOW = { Variables: [{ name: 'Flow' }] }

/** Every metric and the labels of its samples. */
const METRICS: Readonly<Record<string, readonly string[]>> = {
  plinth_http_request_duration_seconds: ['method', 'route', 'status'],
  plinth_http_faults_total: [],
  plinth_http_requests_in_flight: [],
  plinth_ready: [],
  plinth_database_connections: ['pool', 'state'],
  plinth_database_connections_pending: ['pool'],
  plinth_password_hashing: ['state'],
  plinth_password_hashing_rejected_total: [],
  plinth_logins_total: ['result'],
  plinth_sessions: [],
  plinth_code_redemptions_total: ['result'],
  plinth_codes: [],
  plinth_second_factors: [],
  plinth_audit_unsealed_events: [],
  plinth_imports_in_progress: [],
  plinth_imports_total: ['result'],
  plinth_exports_in_progress: [],
  plinth_exports_total: ['result'],
  plinth_plans_total: ['result'],
  plinth_snapshots: [],
  plinth_snapshots_bytes: [],
  plinth_event_loop_delay_seconds: ['quantile'],
  process_start_time_seconds: [],
  process_cpu_seconds_total: [],
  process_resident_memory_bytes: [],
  nodejs_heap_size_used_bytes: [],
}

describe('metrics', () => {
  it('are exactly those listed on the operations page', async () => {
    const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
    const table = page.split('\n## Metrics\n')[1]?.split('\n## ')[0] ?? ''
    const rows = table.split('\n').filter((line) => line.startsWith('| `'))

    const named = rows.flatMap((row) => row.split(' | ')[0]?.match(/\w{3,}/g) ?? [])

    expect(named).to.have.members(Object.keys(METRICS))
  })

  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    const scrape = async () => samplesOf((await sudo.get('/metrics')).text)

    it('are exported in the text format, each with its labels and a description', async () => {
      const response = await sudo.get('/metrics')
      const samples = samplesOf(response.text)

      expect(response.headers['content-type']).to.equal('text/plain; version=0.0.4; charset=utf-8')
      expect(namesIn(response.text, 'TYPE')).to.have.members(Object.keys(METRICS))
      expect(namesIn(response.text, 'HELP')).to.have.members(Object.keys(METRICS))
      for (const [name, labels] of Object.entries(METRICS)) {
        const keys = [...samples.keys()].filter((key) => key.replace(/(_bucket|_sum|_count)?(\{.*)?$/, '') === name)
        expect(keys, name).to.have.length.above(0)
        for (const key of keys) expect(labelsOf(key), key).to.have.members([...labels])
      }
    })

    it('report the event loop delay even without new measurements', async () => {
      for (const response of await Promise.all([1, 2, 3].map(() => sudo.get('/metrics')))) {
        const quantiles = [...samplesOf(response.text).keys()].filter((key) =>
          key.startsWith('plinth_event_loop_delay'),
        )
        expect(quantiles).to.have.length(3)
      }
    })

    it('count requests by route and status, and never name users or resources', async () => {
      const before = await scrape()
      await sudo.get('/users/sudo')
      await sudo.get('/users/nobody-of-that-name')
      await app.get('/a/path/that/nobody/knows')

      const response = await sudo.get('/metrics')

      const increase = (labels: string) => {
        const key = `plinth_http_request_duration_seconds_count{${labels}}`
        return (samplesOf(response.text).get(key) ?? 0) - (before.get(key) ?? 0)
      }
      expect(increase('method="GET",route="/users/:username",status="200"')).to.equal(1)
      expect(increase('method="GET",route="/users/:username",status="404"')).to.equal(1)
      expect(increase('method="GET",route="none",status="404"')).to.equal(1)
      expect(response.text).not.to.include('nobody')
    })

    it('count logins by their result, and the open sessions', async () => {
      const before = await scrape()
      await app.logIn('sudo', TEST_PASSWORD)
      const other = await app.signIn('sudo')
      await app.logIn('sudo', 'a wrong password 1')
      // The fifth attempt locks the name.
      for (let attempt = 0; attempt < 6; attempt += 1) await app.logIn('nobody', 'a wrong password 1')
      await other.post('/users/logout')

      const after = await scrape()

      const increase = (key: string) => (after.get(key) ?? 0) - (before.get(key) ?? 0)
      expect(increase('plinth_logins_total{result="accepted"}')).to.equal(2)
      expect(increase('plinth_logins_total{result="refused"}')).to.equal(6)
      expect(increase('plinth_logins_total{result="locked"}')).to.equal(1)
      expect(increase('plinth_sessions')).to.equal(1)
    })

    it('count imports by result', async () => {
      const document = JSON.stringify(pyAutomationFile())
      await sudo.upload('/settings/import_config?dry_run=true', document)
      await sudo.upload('/settings/import_config?atomic=true', document)
      await sudo.upload('/settings/import_config', document)
      await sudo.upload('/settings/import_config', 'no document')

      const samples = await scrape()

      expect(countsByResult(samples, 'imports')).to.deep.equal({
        ...{ 'dry-run': 1, refused: 1, written: 1, unreadable: 1 },
        ...{ abandoned: 0, failed: 0 },
      })
      expect(samples.get('plinth_imports_in_progress')).to.equal(0)
    })

    it('count an import as abandoned when its client disconnects before its end', async () => {
      const before = countsByResult(await metricsOf(app), 'imports')
      const block = await blockImports(app)
      const client = startUpload(app, sudo.key, JSON.stringify(pyAutomationFile()))
      await until(async () => (await metricsOf(app)).get('plinth_imports_in_progress') === 1)

      client.destroy()
      await until(async () => (await metricsOf(app)).get('plinth_http_requests_in_flight') === 0)
      await block.release()
      await until(async () => (await metricsOf(app)).get('plinth_imports_in_progress') === 0)

      const after = countsByResult(await metricsOf(app), 'imports')
      expect(after).to.deep.equal({ ...before, abandoned: (before.abandoned ?? 0) + 1 })
    })

    it('count an import as abandoned when its client disconnects before its file is complete', async () => {
      const before = countsByResult(await metricsOf(app), 'imports')
      const client = startUpload(app, sudo.key, JSON.stringify(pyAutomationFile()), { isCutOff: true })
      await until(async () => (await metricsOf(app)).get('plinth_http_requests_in_flight') === 1)

      client.destroy()
      await until(async () => countsByResult(await metricsOf(app), 'imports').abandoned !== before.abandoned)

      const after = countsByResult(await metricsOf(app), 'imports')
      expect(after).to.deep.equal({ ...before, abandoned: (before.abandoned ?? 0) + 1 })
    })

    it('count exports by result', async () => {
      await sudo.get('/settings/export_config')
      const abandoned = await app.services.exportService.open(COMMAND)
      abandoned.destroy()

      await until(async () => (await metricsOf(app)).get('plinth_exports_in_progress') === 0)

      expect(countsByResult(await metricsOf(app), 'exports')).to.deep.equal({ written: 1, abandoned: 1, failed: 0 })
    })

    it('count plans by result', async () => {
      const before = countsByResult(await scrape(), 'plans')
      const [plan, other] = [await planOf(sudo, FLOW), await planOf(sudo, FLOW)]
      await applyPlan(sudo, plan)
      await applyPlan(sudo, other)
      await sudo.upload('/settings/plans', 'no document')

      const after = countsByResult(await scrape(), 'plans')

      expect(before).to.deep.equal({ made: 0, applied: 0, outdated: 0, failed: 0 })
      expect(after).to.deep.equal({ made: 2, applied: 1, outdated: 1, failed: 1 })
    })

    it('count the snapshots, and what is kept for them', async () => {
      const snapshots = async (): Promise<{ id: string; bytes: number }[]> =>
        (await sudo.get('/settings/snapshots')).body
      const measured = async () => {
        const samples = await scrape()
        return [samples.get('plinth_snapshots'), samples.get('plinth_snapshots_bytes')]
      }
      const deleteAll = async () => {
        for (const { id } of await snapshots()) await sudo.delete(`/settings/snapshots/${id}`)
      }
      await applyFile(sudo, FLOW)
      await deleteAll()
      const none = await measured()
      await sudo.post('/settings/snapshots', {})
      const one = await measured()
      await applyFile(sudo, { Variables: [] }, '?mode=mirror')
      const two = await measured()
      const listed = await snapshots()
      await deleteAll()

      expect([none, one, await measured()]).to.deep.equal([
        [0, 0],
        [1, 0],
        [0, 0],
      ])
      expect(two).to.deep.equal([2, listed.reduce((total, { bytes }) => total + bytes, 0)])
      expect(two[1]).to.be.above(0)
    })

    it('report the same process start on every scrape', async () => {
      const starts = [await scrape(), await scrape()].map((samples) => samples.get('process_start_time_seconds'))

      expect(starts[0]).to.equal(starts[1])
      expect(starts[0]).to.be.closeTo(Date.now() / 1_000 - process.uptime(), 2)
    })

    it('have a bucket boundary at 30 seconds', async () => {
      const bounds = [...(await sudo.get('/metrics')).text.matchAll(/_bucket\{le="([^"]+)"/g)].map(([, bound]) => bound)

      expect(bounds).to.include.members(['10', '30', '60', '+Inf'])
    })
  })

  describe('of faults', () => {
    forEachDatabase((database) => {
      it('start at 0, and count only responses with 500', async () => {
        const app = await startApp({ database, faults: 'answered' })
        const sudo = await app.signIn('sudo')
        const before = await metricsOf(app)
        await app.services.database.write((transaction) => transaction.schema.dropTable('plinth_machine_tags'))
        const { Machines = [], TagsMachines = [] } = pyAutomationFile().data

        const imported = await sudo.upload('/settings/import_config', fileOf({ Machines, TagsMachines }))
        const unreadable = await sudo.upload('/settings/import_config', 'no document')
        const broken = await sudo.get('/settings/export_config').catch(() => 'cut off')

        await until(async () => (await metricsOf(app)).get('plinth_exports_in_progress') === 0)
        const after = await metricsOf(app)
        await app.stop()
        expect([imported.status, unreadable.status, broken]).to.deep.equal([500, 400, 'cut off'])
        expect(before.get('plinth_http_faults_total')).to.equal(0)
        expect(after.get('plinth_http_faults_total')).to.equal(1)
        expect(countsByResult(after, 'imports')).to.include({ unreadable: 1, abandoned: 0, failed: 1 })
        expect(countsByResult(after, 'exports')).to.deep.equal({ written: 0, abandoned: 0, failed: 1 })
      })
    })
  })

  describe('of readiness', () => {
    const HEALTHY = undefined
    const CHECKS: Readonly<Record<string, [check: () => Promise<string | undefined>, value: number]>> = {
      succeeds: [async () => HEALTHY, 1],
      'reports a problem': [async () => 'The oven is cold.', 0],
      rejects: [() => Promise.reject(new Error('no probe')), 0],
      throws: [
        () => {
          throw new Error('no probe')
        },
        0,
      ],
      'never resolves': [() => new Promise(() => {}), 0],
    }
    for (const [what, [check, value]] of Object.entries(CHECKS)) {
      it(`are ${value} when a check ${what}, like the response of the readiness route`, async () => {
        const oven = definePlugin()({ name: 'oven', contributes: () => [healthChecks.of({ name: 'oven', check })] })
        const kernel = createKernel({ settings: { databaseUrl: 'sqlite::memory:', port: 0 } })
          .use(oven)
          .use(prometheus)
        const { port } = await kernel.listen()

        const [metricsText, response] = await Promise.all([
          kernel.services.metricsReport.text(),
          new TestClient(`http://127.0.0.1:${port}/api`).get('/health/ready'),
        ])
        await kernel.stop()

        expect(samplesOf(metricsText).get('plinth_ready')).to.equal(value)
        expect([response.status, response.body]).to.deep.equal([value ? 200 : 503, { ready: value === 1 }])
      })
    }
  })

  describe('on a port of their own', () => {
    it('are served without a key, and nothing else is', async () => {
      const port = await freePort()
      const kernel = createStandardKernel({ settings: { ...inMemory, metricsPort: port } })
      await kernel.start()

      const [response, head, elsewhere, post] = await Promise.all([
        ask(port, 'GET', '/metrics'),
        ask(port, 'HEAD', '/metrics'),
        ask(port, 'GET', '/api/users/'),
        ask(port, 'POST', '/metrics'),
      ])
      await kernel.stop()

      expect([response.status, head.status, elsewhere.status, post.status]).to.deep.equal([200, 200, 404, 405])
      expect(namesIn(response.body, 'TYPE')).to.include('plinth_sessions')
      const closed = await ask(port, 'GET', '/metrics').catch((error) => error.code)
      expect(closed).to.equal('ECONNREFUSED')
    })

    it('are served once, and the connection is closed, for pipelined requests', async () => {
      const port = await freePort()
      let readCount = 0
      const metric = { name: 'reads', help: 'For a test.', type: 'counter', read: () => ++readCount } as const
      const counting = definePlugin()({ name: 'counting', contributes: () => [metrics.of(metric)] })
      const kernel = createStandardKernel({ settings: { ...inMemory, metricsPort: port } }).use(counting)
      await kernel.start()
      readCount = 0 // it was read once at startup
      const socket = connect(port, '127.0.0.1').on('error', () => {})

      socket.resume().write('GET /metrics HTTP/1.1\r\nHost: plant.test\r\n\r\n'.repeat(1_000))
      await once(socket, 'close')

      expect((await ask(port, 'GET', '/metrics')).status).to.equal(200)
      expect(readCount).to.be.below(3)
      await kernel.stop()
    })

    it('are not sent to a request with an Expect header: the connection is closed', async () => {
      const port = await freePort()
      const kernel = createStandardKernel({ settings: { ...inMemory, metricsPort: port } })
      await kernel.start()
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      let received = ''
      socket.setEncoding('utf8').on('data', (text) => {
        received += text
      })

      socket.write('GET /metrics HTTP/1.1\r\nHost: plant.test\r\nExpect: anything\r\n\r\n')
      await once(socket, 'close')
      await kernel.stop()

      expect(received).to.equal('')
    })

    it('prevent the start if that port is in use', async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo

      const kernel = createStandardKernel({ settings: { ...inMemory, metricsPort: port } })
      const refusal = await kernel.start().catch((error) => error)
      other.close()

      expect(refusal).to.be.instanceOf(StartupError)
      expect(refusal.message).to.include(`127.0.0.1:${port} is in use`).and.to.include('PLINTH_METRICS_PORT')
    })
  })

  describe('of a plugin', () => {
    const kernelWith = (...contributed: Metric[]) =>
      createKernel({ settings: { databaseUrl: 'sqlite::memory:' } })
        .use(definePlugin()({ name: 'oven', contributes: () => contributed.map(metrics.of) }))
        .use(prometheus)
    const gauge = (name: string, read: Metric['read']): Metric => ({ name, help: 'For a test.', type: 'gauge', read })

    it('are exported with the others, even after one of them fails', async () => {
      let isBroken = false
      const probe = async () => (isBroken ? Promise.reject(new Error('no probe')) : 230)
      const kernel = kernelWith(
        gauge('oven_celsius', async () => 230),
        gauge('oven_broken', probe),
        gauge('oven_empty', () => (isBroken ? (undefined as never) : [])),
        {
          ...gauge('oven_loaves_total', () => [{ labels: { kind: 'rye' }, value: 12 }]),
          type: 'counter',
          labels: ['kind'],
        },
      )
      await kernel.start()
      const before = samplesOf(await kernel.services.metricsReport.text())
      isBroken = true
      const samples = samplesOf(await kernel.services.metricsReport.text())
      await kernel.stop()

      expect(before.get('oven_broken')).to.equal(230)
      expect(samples.has('oven_empty')).to.equal(false)
      expect(samples.get('oven_celsius')).to.equal(230)
      expect(samples.get('oven_loaves_total{kind="rye"}')).to.equal(12)
      expect(samples.has('oven_broken')).to.equal(false)
      expect(samples.get('plinth_http_requests_in_flight')).to.equal(0)
    })

    it('are read once for all concurrent requests, because the separate port needs no key', async () => {
      let reads = 0
      const kernel = kernelWith(
        gauge('oven_celsius', async () => {
          reads += 1
          return 230
        }),
      )
      await kernel.start()
      const { metricsReport } = kernel.services
      reads = 0
      const concurrent = await Promise.all([metricsReport.text(), metricsReport.text(), metricsReport.text()])
      const readsOfConcurrent = reads
      await metricsReport.text()
      await kernel.stop()

      expect(concurrent.map((text) => samplesOf(text).get('oven_celsius'))).to.deep.equal([230, 230, 230])
      expect([readsOfConcurrent, reads]).to.deep.equal([1, 2])
    })

    for (const [what, contributed, message] of [
      [
        'has an invalid name',
        [gauge('oven celsius', () => 1)],
        /^The plugin "oven" contributes "oven celsius" to metrics: its name must consist of letters, digits, "_" and ":", .*$/,
      ],
      [
        'has an unknown type',
        [{ ...gauge('oven_celsius', () => 1), type: 'histogram' as never }],
        /^The plugin "oven" contributes "oven_celsius" to metrics: its type must be "gauge" or "counter", and is "histogram"\.$/,
      ],
      [
        'has no type',
        [{ ...gauge('oven_celsius', () => 1), type: undefined as never }],
        /"oven_celsius" to metrics: its type must be "gauge" or "counter", and is missing\.$/,
      ],
      [
        'has the name of a metric of the kernel',
        [gauge('plinth_http_requests_in_flight', () => 1)],
        /^The plugins "oven" and "platform" both have a metric "plinth_http_requests_in_flight"\. Rename one\.$/,
      ],
      [
        'has the name of a process metric',
        [gauge('process_cpu_seconds_total', () => 1)],
        /^The plugins "oven" and "prometheus" both have a metric "process_cpu_seconds_total"\. Rename one\.$/,
      ],
      [
        'has the name of the request histogram',
        [gauge('plinth_http_request_duration_seconds', () => 1)],
        /^The plugins "prometheus" and "oven" both have a metric/,
      ],
      [
        'has the name of a series of the request histogram',
        [gauge('plinth_http_request_duration_seconds_count', () => 1)],
        /^The plugins "prometheus" and "oven" both have a metric "plinth_http_request_duration_seconds_count"/,
      ],
      [
        'is contributed twice',
        [gauge('oven_celsius', () => 1), gauge('oven_celsius', () => 2)],
        /^The plugin "oven" has two metrics "oven_celsius"\./,
      ],
    ] as const) {
      it(`prevent the start if one ${what}`, async () => {
        const refusal = await kernelWith(...contributed)
          .start()
          .catch((error) => error)

        expect(refusal).to.be.instanceOf(StartupError)
        expect(refusal.message).to.match(message)
      })
    }
  })
})

const inMemory = {
  databaseUrl: 'sqlite::memory:',
  secretKey: 'a key for tests only, of 32 bytes or more',
  sudoPassword: TEST_PASSWORD,
  bcryptCost: 4,
}

type Samples = ReadonlyMap<string, number>

/** Parses the exported text. Returns the values by name and labels, such as `plinth_plans_total{result="made"}`. */
function samplesOf(exposition: string): Samples {
  const lines = exposition.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
}

/** Returns the metrics of the app without sending a request, which would count. */
async function metricsOf({ services }: App): Promise<Samples> {
  return samplesOf(await services.metricsReport.text())
}

function countsByResult(samples: Samples, what: 'imports' | 'exports' | 'plans'): Record<string, number> {
  const found = [...samples].map(([key, value]) => [key.match(`^plinth_${what}_total{result="(.+)"}$`)?.[1], value])
  return Object.fromEntries(found.filter(([result]) => result !== undefined))
}

/** Blocks all imports until `release` is called. */
async function blockImports({ services: { database } }: App): Promise<{ release(): Promise<void> }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let blocking: Promise<void> | undefined
  await new Promise<void>((resolve, reject) => {
    blocking = database.write(async (transaction) => {
      await database.dialect.acquireLock(transaction, 'import')
      resolve()
      await released
    })
    blocking.catch(reject)
  })
  return {
    async release() {
      release()
      await blocking
    },
  }
}

/** Sends an upload without waiting for the response; with `isCutOff`, not to its end. */
function startUpload({ url }: App, key: string, file: string, { isCutOff = false } = {}): ClientRequest {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="c.json"\r\n\r\n'
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'X-API-KEY': key }
  const call = httpRequest(`${url}/settings/import_config`, { method: 'POST', headers })
  call.on('error', () => {})
  if (isCutOff) call.write(`${head}${file}`)
  else call.end(`${head}${file}\r\n--b--\r\n`)
  return call
}

function namesIn(exposition: string, kind: 'TYPE' | 'HELP'): string[] {
  return [...exposition.matchAll(new RegExp(`^# ${kind} (\\S+) \\S`, 'gm'))].map(([, name]) => name ?? '')
}

/** Returns the labels of a sample, without `le`, which the buckets of a histogram add. */
function labelsOf(key: string): string[] {
  return [...key.matchAll(/[{,](\w+)=/g)].map(([, label]) => label ?? '').filter((label) => label !== 'le')
}

async function ask(port: number, method: string, path: string): Promise<{ status: number | undefined; body: string }> {
  const call = httpRequest({ host: '127.0.0.1', port, method, path, agent: false }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await text(response) }
}
