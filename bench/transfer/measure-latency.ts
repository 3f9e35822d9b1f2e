import { join } from 'node:path'
import type { Figure } from '../support/figure.js'
import { failuresFigure, type Latencies, latenciesDuring } from '../support/latencies-during.js'
import type { Service } from '../support/service.js'
import type { TransferContext } from './transfer-context.js'
import { importAll, warmUp, withService } from './with-service.js'

const MAX_P95_MS = 50
const MAX_P99_MS = 200
const MAX_STALL_MS = 100
const MAX_WRITE_MS = 1_000
const WRITE_INTERVAL_MS = 50

/** Measures the latency of other requests during an import and an export, and of other writes during an import. */
export async function measureLatency(context: TransferContext): Promise<Figure[]> {
  const file = await context.files.of(context.records)
  return withService(context, async (service, folder) => {
    await warmUp(service, context, folder)
    return [
      ...(await latencyFigures(context, 'import', service, () => importAll(service, file))),
      ...(await latencyFigures(context, 'export', service, () => service.export(join(folder, 'export.json')))),
      ...(await writeFigures(context, service)),
    ]
  })
}

async function latencyFigures(
  { database, sandbox: { signal } }: TransferContext,
  operation: 'import' | 'export',
  service: Service,
  run: () => Promise<unknown>,
): Promise<Figure[]> {
  let stall = Number.NaN
  const latencies = await latenciesDuring({ url: `${service.url}/users/sudo`, key: service.key, signal }, async () => {
    await service.longestStall() // resets the maximum
    await run()
    stall = await service.longestStall()
  })
  return figuresOf(database, operation, latencies, stall)
}

/** Saves a setting again and again during an import of tags that are not stored yet. */
async function writeFigures(context: TransferContext, service: Service): Promise<Figure[]> {
  const { database, files, records, sandbox } = context
  const file = await files.of(records, 'B')
  const probe = {
    url: `${service.url}/settings/logger_period`,
    key: service.key,
    signal: sandbox.signal,
    intervalMs: WRITE_INTERVAL_MS,
    body: '{"logger_period":10}',
  }
  const latencies = await latenciesDuring(probe, () => importAll(service, file))
  const note = `${latencies.count} responses`
  return [
    { database, what: 'other writes during import, max', value: latencies.max, unit: 'ms', max: MAX_WRITE_MS, note },
    { database, what: 'other writes during import, refused', ...failuresFigure(latencies) },
  ]
}

function figuresOf(database: string, operation: string, latencies: Latencies, stall: number): Figure[] {
  const latency = { database, unit: 'ms' }
  const note = `${latencies.count} responses`
  return [
    { ...latency, what: `GET during ${operation}, p50`, value: latencies.p50, note },
    { ...latency, what: `GET during ${operation}, p95`, value: latencies.p95, max: MAX_P95_MS },
    { ...latency, what: `GET during ${operation}, p99`, value: latencies.p99, max: MAX_P99_MS },
    { ...latency, what: `GET during ${operation}, max`, value: latencies.max },
    { database, what: `GET during ${operation}, failures`, ...failuresFigure(latencies) },
    { ...latency, what: `longest event-loop stall during ${operation}`, value: stall, max: MAX_STALL_MS },
  ]
}
