import { join } from 'node:path'
import type { Figure } from '../support/figure.js'
import { median } from '../support/median.js'
import { dump, FASTEST, load } from './limits.js'
import type { Task } from './task.js'
import { importAll, withService } from './with-service.js'

const GOAL = 1.5

interface Seconds {
  readonly in: number
  readonly out: number
}

/** The service beside the limits, turn by turn, each on a database of its own. */
export async function measureRatios(task: Task): Promise<Figure[]> {
  const ways = FASTEST[task.database]
  if (!ways) throw new Error(`no such database: ${task.database}`)
  const ours: Seconds[] = []
  const limits: Seconds[] = []
  for (let round = 0; round < task.rounds; round += 1) {
    ours.push(await timeService(task))
    limits.push(await timeLimits(task, ways))
  }
  return [
    ratioOf(
      task,
      'import',
      ours.map((times) => times.in),
      limits.map((times) => times.in),
      ways.load,
    ),
    ratioOf(
      task,
      'export',
      ours.map((times) => times.out),
      limits.map((times) => times.out),
      ways.dump,
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

async function timeLimits(task: Task, ways: { load: string; dump: string }): Promise<Seconds> {
  const { path } = await task.files.of(task.records)
  return task.workplace.withDatabase(task.database, async (database) => ({
    in: await load(task.workplace, database, path, ways.load),
    out: await dump(task.workplace, database, join(database.folder, 'dump.json'), ways.dump),
  }))
}

function ratioOf({ database, records }: Task, what: string, ours: number[], limits: number[], way: string): Figure {
  const note = `median of ${ours.length}: ${median(ours).toFixed(2)} s ÷ ${median(limits).toFixed(2)} s by ${way}`
  const value = median(ours) / median(limits)
  return { database, what: `${what} of ${records} tags ÷ limit`, value, unit: '×', goal: GOAL, note }
}
