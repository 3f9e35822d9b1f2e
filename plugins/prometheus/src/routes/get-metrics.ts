import { ADMIN, defineRoute, Reply, streamed } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { string } from 'yup'
import type { MetricsReport } from '../metrics-report.js'

const metricsText = described(
  string(),
  'One sample per line.',
  '# HELP plinth_sessions Open sessions.\n# TYPE plinth_sessions gauge\nplinth_sessions 3\n',
)

export const getMetrics = (report: MetricsReport) =>
  defineRoute({
    method: 'GET',
    path: '/metrics',
    operationId: 'metrics',
    group: 'service',
    summary: 'Metrics of this process in the text format of Prometheus',
    access: { maxLevel: ADMIN },
    responses: { 200: streamed('text/plain', metricsText) },
    handle: async () => Reply.text(await report.text(), { headers: { 'Content-Type': report.contentType } }),
  })
