import { definePlugin, requestObservers } from '@plinth/kernel'
import { MetricsPort } from './metrics-port.js'
import { MetricsReport } from './metrics-report.js'
import { getMetrics } from './routes/get-metrics.js'
import { prometheusSettings } from './settings.js'

/** What other plugins and hosts may use. */
export interface PrometheusServices {
  readonly metricsReport: MetricsReport
}

/** Tells Prometheus how the kernel and its plugins are doing. */
export const prometheus = definePlugin<object, PrometheusServices>()({
  name: 'prometheus',
  config: prometheusSettings,
  services: { metricsReport: MetricsReport, metricsPort: MetricsPort },
  contributes: ({ metricsReport }) => [requestObservers.of(metricsReport.requestDurations)],
  routes: ({ metricsReport }) => [getMetrics(metricsReport)],
  preflight: async ({ metricsReport, metricsPort }) => {
    metricsReport.collect()
    await metricsPort.check()
  },
  start: async ({ metricsReport, metricsPort }) => {
    metricsReport.process.start()
    await metricsPort.start()
  },
  stop: async ({ metricsReport, metricsPort }) => {
    await metricsPort.stop()
    metricsReport.process.stop()
  },
})
