/** Metrics for Prometheus. */
export type { MetricsReport } from './metrics-report.js'
export { type PrometheusServices, prometheus } from './plugin.js'
export type { PrometheusSettings } from './settings.js'
