import { join } from 'node:path'
import type { Figure } from '../support/figure.js'
import { failuresFigure, type Latencies, latenciesDuring } from '../support/meanwhile.js'
import type { Service } from '../support/service.js'
import type { Task } from './task.js'
import { importAll, warmUp, withService } from './with-service.js'

const P95 = 50
const P99 = 200
const STALL = 100

/** How others are answered while the records go in and out. */
export async function measureAnswers(task: Task): Promise<Figure[]> {
  const file = await task.files.of(task.records)
  return withService(task, async (service, folder) => {
    await warmUp(service, task, folder)
    return [
      ...(await meanwhile(task, 'import', service, () => importAll(service, file))),
      ...(await meanwhile(task, 'export', service, () => service.export(join(folder, 'export.json')))),
    ]
  })
}

async function meanwhile(
  { database, workplace: { signal } }: Task,
  work: string,
  service: Service,
  run: () => Promise<unknown>,
): Promise<Figure[]> {
  let stall = Number.NaN
  const latencies = await latenciesDuring({ url: `${service.url}/users/sudo`, key: service.key, signal }, async () => {
    await service.longestStall()
    await run()
    stall = await service.longestStall()
  })
  return figuresOf(database, work, latencies, stall)
}

function figuresOf(database: string, work: string, latencies: Latencies, stall: number): Figure[] {
  const answer = { database, unit: 'ms' }
  const note = `${latencies.count} answers`
  return [
    { ...answer, what: `GET during ${work}, p50`, value: latencies.p50, note },
    { ...answer, what: `GET during ${work}, p95`, value: latencies.p95, goal: P95 },
    { ...answer, what: `GET during ${work}, p99`, value: latencies.p99, goal: P99 },
    { ...answer, what: `GET during ${work}, max`, value: latencies.max },
    { database, what: `GET during ${work}, failures`, ...failuresFigure(latencies) },
    { ...answer, what: `longest event-loop stall in ${work}`, value: stall, goal: STALL },
  ]
}
