import { join } from 'node:path'
import type { Figure } from '../support/figure.js'
import { median } from '../support/median.js'
import { dump, FASTEST, load } from './baselines.js'
import type { Task } from './task.js'
import { importAll, withService } from './with-service.js'

const MAX_RATIO = 1.5

interface Seconds {
  readonly in: number
  readonly out: number
}

/** Measures the service and the baselines in turns, each on a new database. */
export async function measureRatios(task: Task): Promise<Figure[]> {
  const methods = FASTEST[task.database]
  if (!methods) throw new Error(`no such database: ${task.database}`)
  const ours: Seconds[] = []
  const baselines: Seconds[] = []
  for (let round = 0; round < task.rounds; round += 1) {
    ours.push(await timeService(task))
    baselines.push(await timeBaselines(task, methods))
  }
  return [
    ratioOf(
      task,
      'import',
      ours.map((times) => times.in),
      baselines.map((times) => times.in),
      methods.load,
    ),
    ratioOf(
      task,
      'export',
      ours.map((times) => times.out),
      baselines.map((times) => times.out),
      methods.dump,
    ),
  ]
}

async function timeService(task: Task): Promise<Seconds> {
  const file = await task.files.of(task.records)
  return withService(task, async (service, folder) => ({
    in: await importAll(service, file),
    out: await service.export(join(folder, 'export.json')),
  }))
}

async function timeBaselines(task: Task, methods: { load: string; dump: string }): Promise<Seconds> {
  const { path } = await task.files.of(task.records)
  return task.sandbox.withDatabase(task.database, async (database) => ({
    in: await load(task.sandbox, database, path, methods.load),
    out: await dump(task.sandbox, database, join(database.folder, 'dump.json'), methods.dump),
  }))
}

function ratioOf(
  { database, records }: Task,
  what: string,
  ours: number[],
  baselines: number[],
  method: string,
): Figure {
  const note = `median of ${ours.length}: ${median(ours).toFixed(2)} s ÷ ${median(baselines).toFixed(2)} s with ${method}`
  const value = median(ours) / median(baselines)
  return { database, what: `${what} of ${records} tags ÷ baseline`, value, unit: '×', max: MAX_RATIO, note }
}
