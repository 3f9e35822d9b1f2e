import type { SettingsOf } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { number, object } from 'yup'

const RULE = 'must be a port, 0 to 65535.'

export const prometheusSettings = object({
  metricsPort: described(
    number().integer(RULE).min(0, RULE).max(65_535, RULE),
    'A separate TCP port that serves `/metrics` without a key; let only Prometheus reach it.',
  ),
})

/** The port that serves metrics without a key; only Prometheus should reach it. */
export type PrometheusSettings = SettingsOf<typeof prometheusSettings>
