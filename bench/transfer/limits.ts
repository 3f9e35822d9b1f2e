import { run } from '../support/child.js'
import type { FreshDatabase, Workplace } from '../support/workplace.js'

const SCRIPT = ['--import', 'tsx', 'bench/limits/transfer.ts']

/** The fastest way of each database; `run.ts limits` tries them all. */
export const FASTEST: Readonly<Record<string, { load: string; dump: string }>> = {
  sqlite: { load: 'jsonb_each of 2000, bytes', dump: 'pages of group_concat' },
  postgres: { load: 'COPY straight, references from a map', dump: 'pages of string_agg' },
}

/** Loads a file into a database by a limit and returns the seconds that it took. */
export function load({ signal }: Workplace, { url }: FreshDatabase, file: string, way: string): Promise<number> {
  return run([...SCRIPT, 'load', url, file, way], { signal }).then(Number)
}

/** Dumps the tags of a database to a file by a limit and returns the seconds that it took. */
export function dump({ signal }: Workplace, { url }: FreshDatabase, file: string, way: string): Promise<number> {
  return run([...SCRIPT, 'dump', url, file, way], { signal }).then(Number)
}
