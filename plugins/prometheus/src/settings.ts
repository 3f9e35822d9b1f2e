import type { SettingsOf } from '@plinth/kernel'
import { number, object } from 'yup'

const RULE = 'must be a port, 0 to 65535.'

export const prometheusSettings = object({
  metricsPort: number().integer(RULE).min(0, RULE).max(65_535, RULE).meta({
    description: 'A TCP port of its own on which `/metrics` is told without a key: for Prometheus and nobody else.',
  }),
})

/** Where metrics are told without a key: a port that only Prometheus should reach. */
export type PrometheusSettings = SettingsOf<typeof prometheusSettings>
