import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/** The folder with the files for Prometheus and Grafana. */
export const MONITORING = fileURLToPath(new URL('../../docker/monitoring', import.meta.url))

export interface Alert {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

export interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly description?: string
  readonly datasource?: { readonly type: string; readonly uid: string }
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly { readonly refId: string; readonly expr: string; readonly datasource: unknown }[]
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } }
}

export interface Dashboard {
  readonly uid: string
  readonly title: string
  readonly schemaVersion: number
  readonly templating: { readonly list: readonly Variable[] }
  readonly panels: readonly Panel[]
}

interface Variable {
  readonly name: string
  readonly type: string
  readonly query: unknown
  readonly definition?: string
  readonly includeAll: boolean
  readonly allValue?: string
}

export interface PrometheusFile {
  readonly global: { scrape_interval: string; scrape_timeout: string; evaluation_interval: string }
  rule_files: string[]
  readonly scrape_configs: { readonly job_name: string; readonly static_configs: { targets: string[] }[] }[]
}

/** The part of a compose file that the tests read. */
export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

export interface ComposeService {
  readonly image?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly networks?: readonly string[]
  readonly secrets?: readonly string[]
  readonly read_only?: boolean
  readonly deploy?: { readonly resources: { readonly limits: { readonly memory: string } } }
}

export const readText = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const readYaml = (path: string) => parse(readText(path), { merge: true })

export const prometheusFile = (): PrometheusFile => readYaml('docker/monitoring/prometheus.yml')
export const composeFile = (name: string): ComposeFile => readYaml(`docker/${name}`)
export const dataSource = () => readYaml('docker/monitoring/grafana/datasource.yml').datasources[0]
export const dashboard: Dashboard = JSON.parse(readText('docker/monitoring/grafana/plinth.json'))

const { groups } = readYaml('docker/monitoring/alerts.yml') as { groups: { rules: Alert[] }[] }
export const alerts: readonly Alert[] = groups.flatMap(({ rules }) => rules)

/** Returns every query of the dashboard, for all replicas, with the title of its panel. */
export function dashboardQueries(rateInterval: string): { title: string; expr: string }[] {
  return dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ refId, expr }) => ({
      title: `${title} ${refId}`,
      expr: expr.replaceAll('$replica', '.*').replaceAll('$__rate_interval', rateInterval),
    })),
  )
}
