import { join } from 'node:path'
import { postgresDumps } from '../baselines/dump-postgres.js'
import { postgresLoads } from '../baselines/load-postgres.js'
import { sqliteLoads } from '../baselines/load-sqlite.js'
import { median } from '../support/median.js'
import type { Sandbox } from '../support/sandbox.js'
import { dump, FASTEST, load } from './baselines.js'
import { writePlantFile } from './plant-file.js'
import type { TransferOptions } from './transfer-context.js'

/** Measures every baseline, and prints the times, by which `FASTEST` is chosen. */
export async function compareBaselines(
  sandbox: Sandbox,
  { databases, records, rounds }: TransferOptions,
): Promise<void> {
  const file = join(sandbox.folder, 'plant.json')
  await writePlantFile(file, records)
  for (const kind of databases) {
    const loads = Object.keys(kind === 'sqlite' ? sqliteLoads : postgresLoads)
    const dumps = kind === 'sqlite' ? [FASTEST.sqlite?.dump ?? ''] : Object.keys(postgresDumps)
    const seconds = new Map<string, number[]>([...loads, ...dumps].map((method) => [method, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const method of loads) {
        await sandbox.withDatabase(kind, async (database) => {
          seconds.get(method)?.push((await load(sandbox, database, file, method)).seconds)
          if (method !== loads.at(-1)) return
          for (const out of dumps)
            seconds.get(out)?.push((await dump(sandbox, database, join(database.folder, 'dump'), out)).seconds)
        })
      }
    }
    for (const [method, times] of seconds)
      console.log(`${kind.padEnd(9)} ${method.padEnd(52)} ${median(times).toFixed(2)} s`)
  }
}
