import { join } from 'node:path'
import type { Figure } from '../support/figure.js'
import { LARGE } from './measure-memory.js'
import type { Task } from './task.js'
import { importAll, WARM_UP_TAGS, warmUp, withService } from './with-service.js'

const SIZES = [1_000, 10_000, 100_000]
/** A record of a larger file may take so many times as long as one of a smaller. */
const GOAL = 1.3

interface Cost {
  readonly tags: number
  /** Microseconds a record. */
  readonly in: number
  readonly out: number
}

/** Whether the time per record is flat. */
export async function measureGrowth(task: Task): Promise<Figure[]> {
  const costs: Cost[] = []
  for (const tags of task.isLarge ? [...SIZES, LARGE] : SIZES) costs.push(await costOf(task, tags))
  return [
    growth(task.database, 'import', costs, (cost) => cost.in),
    growth(task.database, 'export', costs, (cost) => cost.out),
  ]
}

/**
 * On a service that is warm, and for the export of a database with only these and the few records of the warming up.
 */
async function costOf(task: Task, tags: number): Promise<Cost> {
  const file = await task.files.of(tags)
  return withService(task, async (service, folder) => {
    await warmUp(service, task, folder)
    const secondsIn = await importAll(service, file)
    const secondsOut = await service.export(join(folder, 'export.json'))
    return { tags, in: (secondsIn * 1e6) / tags, out: (secondsOut * 1e6) / (tags + WARM_UP_TAGS) }
  })
}

/** The most that a record costs in a larger file by what it costs in a smaller one. */
function growth(database: string, what: string, costs: readonly Cost[], of: (cost: Cost) => number): Figure {
  const value = Math.max(...costs.map((cost, index) => of(cost) / Math.min(...costs.slice(0, index + 1).map(of))))
  const note = `µs a record: ${costs.map((cost) => `${cost.tags}: ${of(cost).toFixed(0)}`).join(', ')}`
  return { database, what: `${what}, growth of the time per record`, value, unit: '×', goal: GOAL, note }
}
