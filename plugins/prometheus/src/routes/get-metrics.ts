import { ADMIN, defineRoute, Reply, streamed } from '@plinth/kernel'
import type { MetricsReport } from '../metrics-report.js'

export const getMetrics = (report: MetricsReport) =>
  defineRoute({
    method: 'GET',
    path: '/metrics',
    group: 'service',
    summary: 'Metrics of this process in the text format of Prometheus',
    access: { maxLevel: ADMIN },
    responses: { 200: streamed('text/plain') },
    handle: async () => Reply.text(await report.text(), { headers: { 'Content-Type': report.contentType } }),
  })
