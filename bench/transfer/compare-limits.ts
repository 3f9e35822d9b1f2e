import { join } from 'node:path'
import { postgresDumps } from '../limits/dump-postgres.js'
import { postgresLoads } from '../limits/load-postgres.js'
import { sqliteLoads } from '../limits/load-sqlite.js'
import { median } from '../support/median.js'
import type { Workplace } from '../support/workplace.js'
import { dump, FASTEST, load } from './limits.js'
import { writePlantFile } from './plant-file.js'
import type { TransferOptions } from './task.js'

/** Times every limit side by side and says which is the fastest, to choose `FASTEST` by. */
export async function compareLimits(
  workplace: Workplace,
  { databases, records, rounds }: TransferOptions,
): Promise<void> {
  const file = join(workplace.folder, 'plant.json')
  await writePlantFile(file, records)
  for (const kind of databases) {
    const loads = Object.keys(kind === 'sqlite' ? sqliteLoads : postgresLoads)
    const dumps = kind === 'sqlite' ? [FASTEST.sqlite?.dump ?? ''] : Object.keys(postgresDumps)
    const seconds = new Map<string, number[]>([...loads, ...dumps].map((way) => [way, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const way of loads) {
        await workplace.withDatabase(kind, async (database) => {
          seconds.get(way)?.push(await load(workplace, database, file, way))
          if (way !== loads.at(-1)) return
          for (const out of dumps)
            seconds.get(out)?.push(await dump(workplace, database, join(database.folder, 'dump'), out))
        })
      }
    }
    for (const [way, times] of seconds) console.log(`${kind.padEnd(9)} ${way.padEnd(52)} ${median(times).toFixed(2)} s`)
  }
}
