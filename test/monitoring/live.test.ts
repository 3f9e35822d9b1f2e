import { stopPostgres, TEST_PASSWORD, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { fileOf } from '../support/configuration.js'
import { alerts, dashboard, dashboardQueries } from './monitoring-files.js'
import { Prometheus } from './prometheus.js'
import { namesIn, type Selector, selectorsIn } from './promql.js'

/** Longest wait until everything was scraped often enough. */
const SCRAPE_TIMEOUT_MS = 40_000
/** Rates need two scrapes, which are a second apart here. */
const RATE_INTERVAL = '10s'
/** Labels some of whose values never occur while all is well. Only the existence of the label is checked. */
const RARE = new Set(['status'])

describe('two replicas that a real Prometheus scrapes', function () {
  this.timeout(120_000)
  const database = testDatabases.find(({ name }) => name === 'PostgreSQL')
  let replicas: [App, App]
  let prometheus: Prometheus
  let traffic: Traffic
  let targets: string[]
  before(async () => {
    if (!database) throw new Error('there is no PostgreSQL to test on')
    const first = await startApp({ database, settings: { metricsPort: 0 } })
    const second = await startApp({ database, on: first.database, settings: { metricsPort: 0 } })
    replicas = [first, second]
    targets = replicas.map(metricsAddress)
    traffic = new Traffic(replicas)
    prometheus = await Prometheus.start(targets)
  })
  after(async () => {
    await prometheus?.stop()
    await traffic?.stop()
    for (const replica of replicas ?? []) await replica.stopAndKeepDatabase()
    await stopPostgres()
  })

  it('are both reached', async () => {
    await eventually(async () => expect(await prometheus.query('up{job="plinth"} == 1')).to.have.length(2))

    const reached = await prometheus.query('up{job="plinth"}')
    expect(reached.map(({ metric }) => metric.instance)).to.have.members(targets)
  })

  it('export every metric that alerts use, and exactly those that the dashboard shows', async () => {
    const exported = await metricsOf(targets[0] ?? '')
    const onDashboard = new Set(dashboard.panels.flatMap(({ targets = [] }) => targets).flatMap((t) => namesIn(t.expr)))
    const inAlerts = new Set(alerts.flatMap(({ expr }) => namesIn(expr)))

    expect([...onDashboard]).to.have.members(exported)
    expect(exported).to.include.members([...inAlerts])
  })

  for (const { title, expr } of dashboardQueries(RATE_INTERVAL).filter(({ expr }) => !showsAlerts(expr))) {
    it(`fill the panel ${title}`, () =>
      eventually(async () => {
        const samples = await prometheus.query(expr)
        expect(
          samples.filter(({ value }) => Number.isFinite(value)),
          expr,
        ).to.have.length.above(0)
      }))
  }

  for (const { alert, expr } of alerts) {
    it(`export the metrics and labels of the alert ${alert}`, async () => {
      await prometheus.query(expr) // throws unless it is valid
      for (const selector of selectorsIn(expr)) {
        for (const probe of probesOf(selector)) {
          await eventually(async () => expect(await prometheus.query(probe), probe).to.have.length.above(0))
        }
      }
    })
  }

  it('let every rule be evaluated', async () => {
    const rules = await prometheus.rules()

    expect(rules.map(({ name }) => name)).to.have.members(alerts.map(({ alert }) => alert))
    expect(rules.filter(({ health }) => health !== 'ok')).to.deep.equal([])
  })

  it('raise the alerts that this traffic should cause, and no critical ones', async () => {
    const expected = ['PlinthPasswordGuessing', 'PlinthAccountsLocked']
    const critical = alerts.filter(({ labels }) => labels.severity === 'critical').map(({ alert }) => alert)

    await eventually(async () => {
      const active = await prometheus.activeAlerts()
      expect(active)
        .to.include.members(expected)
        .and.not.to.include.oneOf([...critical, 'PlinthImportFailed'])
      expect(await prometheus.query('plinth_imports_total{job="plinth", result="unreadable"} > 0')).to.have.length(2)
    })
  })

  describe('when something fails', () => {
    it('raise the alert of a replica that is down, and the dashboard shows it', async () => {
      await traffic.stop()
      await replicas[1].stopAndKeepDatabase()

      await eventually(async () => expect(await prometheus.activeAlerts()).to.include('PlinthReplicaDown'))
      for (const { title, expr } of dashboardQueries(RATE_INTERVAL).filter(({ expr }) => showsAlerts(expr))) {
        expect(await prometheus.query(expr), title).to.have.length.above(0)
      }
    })

    it('raise the alerts of an unavailable database', async () => {
      await replicas[0].database.drop()

      await eventually(async () => {
        expect(await prometheus.activeAlerts()).to.include.members(['PlinthDatabaseUnavailable', 'PlinthNotReady'])
      })
    })
  })
})

/** Whether a query of the dashboard shows alerts. It has no result while all is well. */
function showsAlerts(expr: string): boolean {
  return expr.startsWith('ALERTS')
}

/** Returns queries that have results if the metric exists, with each value of each label that is selected. */
function probesOf({ name, matchers }: Selector): string[] {
  const ofLabels = matchers.flatMap(({ label, operator, value }) => {
    if (RARE.has(label)) return [`${name}{${label}!=""}`]
    const isPattern = operator.endsWith('~')
    const values = value.includes('(') ? [value] : value.split('|')
    return values.map((one) => `${name}{${label}${isPattern ? '=~' : '='}"${one}"}`)
  })
  return [name, ...ofLabels]
}

/** Requests that fill all metrics: logins, wrong passwords, locked accounts, missing keys, imports and exports. */
class Traffic {
  #isOver = false
  readonly #running: Promise<unknown>

  constructor(replicas: readonly App[]) {
    this.#running = Promise.all(replicas.map((app) => this.#sendUntilStopped(app)))
    this.#running.catch(() => {}) // reported by `stop`
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  async #sendUntilStopped(app: App): Promise<void> {
    const document = fileOf({ Manufacturer: [{ name: 'Acme' }] })
    const sudo = await app.signIn('sudo')
    await app.signIn('operator') // not sudo, because many logins of a user end the older sessions
    for (let round = 0; !this.#isOver; round += 1) {
      await app.logIn('operator', TEST_PASSWORD)
      await app.logIn('nobody', 'a wrong password 1')
      await app.get('/users/')
      await sudo.get('/users/')
      await app.get('/health/ready')
      if (round % 5 === 0) await sudo.get('/settings/export_config')
      if (round % 5 === 1) await sudo.upload('/settings/import_config', document)
      if (round % 5 === 2) await sudo.upload('/settings/import_config', 'no document')
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

/** Returns the address of the metrics, which is only in the log. */
function metricsAddress({ logLines }: App): string {
  const line = logLines.find((candidate) => candidate.includes('metrics are served without a key')) ?? '{}'
  return `127.0.0.1:${JSON.parse(line).address.port}`
}

async function metricsOf(address: string): Promise<string[]> {
  const response = await fetch(`http://${address}/metrics`)
  return [...(await response.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
}

/** Retries until the expectation holds. After a timeout it throws the last failure. */
async function eventually(expectation: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + SCRAPE_TIMEOUT_MS; ; ) {
    try {
      await expectation()
      return
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}
