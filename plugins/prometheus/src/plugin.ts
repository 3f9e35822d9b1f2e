import { definePlugin, metrics, requestObservers } from '@plinth/kernel'
import { FaultCounter } from './fault-counter.js'
import { MetricsPort } from './metrics-port.js'
import { MetricsReport } from './metrics-report.js'
import { ProcessMetrics } from './process-metrics.js'
import { RequestDurations } from './request-durations.js'
import { getMetrics } from './routes/get-metrics.js'
import { prometheusSettings } from './settings.js'

/** Services for other plugins and hosts. */
export interface PrometheusServices {
  readonly metricsReport: MetricsReport
}

/** Exports metrics of the kernel and its plugins to Prometheus. */
export const prometheus = definePlugin<object, PrometheusServices>()({
  name: 'prometheus',
  settings: prometheusSettings,
  services: {
    requestDurations: RequestDurations,
    faultCounter: FaultCounter,
    processMetrics: ProcessMetrics,
    metricsReport: MetricsReport,
    metricsPort: MetricsPort,
  },
  contributes: ({ requestDurations, faultCounter, processMetrics }) => [
    requestObservers.of(requestDurations),
    requestObservers.of(faultCounter),
    ...[...processMetrics.all, faultCounter.metric].map(metrics.of),
  ],
  routes: ({ metricsReport }) => [getMetrics(metricsReport)],
  preflight: async ({ metricsReport, metricsPort }) => {
    metricsReport.registerMetrics() // throws for an invalid name
    await metricsPort.check()
  },
  start: async ({ processMetrics, metricsPort }) => {
    processMetrics.start()
    await metricsPort.start()
  },
  stop: async ({ processMetrics, metricsPort }) => {
    await metricsPort.stop()
    processMetrics.stop()
  },
})
