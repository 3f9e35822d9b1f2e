import type { SettingsOf } from '@plinth/kernel'
import { number, object } from 'yup'

const RULE = 'must be a port, 0 to 65535.'

export const prometheusSettings = object({
  /** A port of its own for the metrics, without a key; none unless given. */
  metricsPort: number().integer(RULE).min(0, RULE).max(65_535, RULE),
})

/** Where metrics are told without a key: a port that only Prometheus should reach. */
export type PrometheusSettings = SettingsOf<typeof prometheusSettings>
