import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  alerts,
  type ComposeService,
  composeFile,
  dashboard,
  dashboardQueries,
  dataSource,
  MONITORING,
  type Panel,
  prometheusFile,
  readText,
} from './monitoring-files.js'
import { promtool } from './prometheus.js'
import { namesIn, selectorsIn } from './promql.js'

/** Panel types that Grafana supports without a plugin. */
const CORE_PANELS = ['row', 'stat', 'table', 'timeseries']

describe('the files for Prometheus', () => {
  for (const args of [
    ['check', 'config', 'prometheus.yml'],
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ]) {
    it(`satisfy promtool ${args.join(' ')}`, async () => {
      const { isValid, output } = await promtool(...args)

      expect(isValid, output).to.equal(true)
    })
  }

  it('have a test in which each alert fires', () => {
    const tests = readText('docker/monitoring/alerts.test.yml')

    const untested = alerts.filter(({ alert }) => !tests.includes(`{alertname="${alert}"`))
    expect(untested).to.deep.equal([])
  })

  it('state the severity of every alert, its meaning and what to do', () => {
    for (const { alert, labels, annotations } of alerts) {
      expect(alert).to.match(/^Plinth[A-Z]/)
      expect(labels.severity, alert).to.be.oneOf(['critical', 'warning'])
      expect(annotations, alert).to.have.keys('summary', 'description', 'action')
    }
  })

  it('are explained in the operations page, alert by alert', () => {
    const chapter = readText('docs/operations.md').split('\n## Monitoring')[1]?.split('\n## ')[0] ?? ''

    const explained = [...chapter.matchAll(/^\| `(Plinth\w+)` \|/gm)].map(([, name]) => name)
    expect(explained).to.deep.equal(alerts.map(({ alert }) => alert))
  })
})

describe('the dashboard', () => {
  const { panels } = dashboard

  it('has the data source and the replica as variables, and no id that would conflict in another Grafana', () => {
    const [source, replica] = dashboard.templating.list

    expect(source).to.deep.include({ name: 'datasource', type: 'datasource', query: 'prometheus' })
    expect(replica).to.deep.include({ name: 'replica', type: 'query', includeAll: true, allValue: '.*' })
    expect(dashboard).to.deep.include({ uid: 'plinth', title: 'Plinth', id: null })
    expect(dashboard.schemaVersion).to.be.within(36, 42)
  })

  it('consists of built-in panels, each with a unique id, a title and its data source', () => {
    const ids = panels.map(({ id }) => id)
    const own = { type: 'prometheus', uid: `\${datasource}` }

    expect(new Set(ids).size).to.equal(ids.length)
    for (const { type, title, datasource, targets = [] } of panels) {
      expect(type, title).to.be.oneOf(CORE_PANELS)
      expect(title).to.match(/^[A-Z0-9]/)
      if (type === 'row') continue
      expect(datasource, title).to.deep.equal(own)
      expect(targets.length, title).to.be.above(0)
      for (const target of targets) expect(target.datasource, title).to.deep.equal(own)
      expect(new Set(targets.map(({ refId }) => refId)).size, title).to.equal(targets.length)
    }
  })

  it('has a unit for every number', () => {
    const withNumbers = panels.filter(({ type }) => type === 'stat' || type === 'timeseries')

    expect(withNumbers.filter(({ fieldConfig }) => !fieldConfig?.defaults.unit)).to.deep.equal([])
  })

  it('has no panels that overlap or exceed the width', () => {
    for (const [index, panel] of panels.entries()) {
      expect(panel.gridPos.x + panel.gridPos.w, panel.title).to.be.at.most(24)
      const overlapping = panels.slice(index + 1).filter((other) => overlap(panel, other))
      expect(
        overlapping.map(({ title }) => title),
        panel.title,
      ).to.deep.equal([])
    }
  })

  it('selects the chosen replicas in every query', () => {
    for (const { title, targets = [] } of panels) {
      for (const { expr } of targets) {
        const selectors = selectorsIn(expr).filter(({ name }) => name !== 'ALERTS')
        const chosen = selectors.filter(({ matchers }) => matchers.some(({ value }) => value === '$replica'))
        expect(chosen, title).to.deep.equal(selectors)
      }
    }
  })
})

describe('the queries of alerts and dashboard', () => {
  it('select only metrics of the job "plinth"', () => {
    for (const expr of [...alerts, ...dashboardQueries('1m')].map((query) => query.expr)) {
      const selectors = selectorsIn(expr)
      const named = selectors.filter(({ name }) => name !== 'up' && name !== 'ALERTS')
      expect(named, expr).to.have.length(namesIn(expr).length)
      for (const { name, matchers } of selectors) {
        const [first] = matchers
        expect(first?.value, expr).to.equal(name === 'ALERTS' ? 'Plinth.*' : 'plinth')
      }
    }
  })
})

describe('compose.monitoring.yaml', () => {
  const base = composeFile('compose.postgres.yaml')
  const { services, networks, volumes, secrets } = composeFile('compose.monitoring.yaml')
  const added = Object.entries(services).filter(([name]) => !(name in base.services))

  it('makes both replicas serve metrics on the port that Prometheus scrapes, and does not publish it', () => {
    const [job] = prometheusFile().scrape_configs
    const replicas = Object.entries(services).filter(([name]) => name in base.services)

    const configured = replicas.map(([name, { environment }]) => `${name}:${environment?.PLINTH_METRICS_PORT}`)
    expect(job?.static_configs.flatMap(({ targets }) => targets)).to.deep.equal(configured)
    expect(replicas.map(([name]) => name)).to.deep.equal(['plinth-1', 'plinth-2'])
    expect(replicas.flatMap(([, { ports = [] }]) => ports)).to.deep.equal([])
  })

  it('adds services that are pinned, read-only, limited, and open to this machine only', () => {
    expect(added.map(([name]) => name)).to.deep.equal(['prometheus', 'grafana'])
    for (const [name, { image, read_only, deploy, ports = [] }] of added) {
      expect(image, name).to.match(/:v?\d+\.\d+\.\d+$/)
      expect(read_only, name).to.equal(true)
      expect(deploy?.resources.limits.memory, name).to.be.a('string')
      for (const port of ports) expect(port, name).to.match(/^127\.0\.0\.1:/)
    }
  })

  it('refers only to existing files, networks, volumes and secrets', () => {
    const script = readText('docker/make-secrets')

    for (const [name, service] of added) {
      for (const source of sources(service)) {
        if (source.startsWith('./')) expect(existsSync(join(MONITORING, '..', source)), source).to.equal(true)
        else expect(volumes).to.have.property(source)
      }
      for (const network of service.networks ?? [])
        expect({ ...base.networks, ...networks }, name).to.have.property(network)
      for (const secret of service.secrets ?? []) {
        expect(secrets[secret]?.file, name).to.equal(`secrets/${secret}`)
        expect(script).to.include(`\nmake ${secret} `)
      }
    }
  })

  it('gives Grafana no access to the network of the database', () => {
    expect(services.grafana?.networks).to.deep.equal(['monitoring'])
    expect(dataSource().url).to.equal('http://prometheus:9090')
    expect(services.prometheus?.networks).to.deep.equal(['inside', 'monitoring'])
  })

  it('configures Grafana with the scrape interval of Prometheus', () => {
    expect(dataSource().jsonData.timeInterval).to.equal(prometheusFile().global.scrape_interval)
  })
})

function overlap({ gridPos: a }: Panel, { gridPos: b }: Panel): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

const sources = ({ volumes = [] }: ComposeService) => volumes.map((volume) => volume.split(':')[0] ?? '')
