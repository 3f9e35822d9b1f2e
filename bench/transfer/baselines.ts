import { run } from '../support/child.js'
import type { FreshDatabase, Sandbox } from '../support/sandbox.js'

const SCRIPT = ['--import', 'tsx', 'bench/baselines/transfer.ts']

/** The fastest methods for each database; `run.ts baselines` measures them all. */
export const FASTEST: Readonly<Record<string, { load: string; dump: string }>> = {
  sqlite: { load: 'jsonb_each, 2000 records per page, as bytes', dump: 'pages of group_concat' },
  postgres: { load: 'direct COPY, references resolved in Node', dump: 'pages of string_agg' },
}

/** Loads a file into a database with a baseline method. Returns the time in seconds. */
export function load({ signal }: Sandbox, { url }: FreshDatabase, file: string, method: string): Promise<number> {
  return run([...SCRIPT, 'load', url, file, method], { signal }).then(Number)
}

/** Dumps the tags of a database to a file with a baseline method. Returns the time in seconds. */
export function dump({ signal }: Sandbox, { url }: FreshDatabase, file: string, method: string): Promise<number> {
  return run([...SCRIPT, 'dump', url, file, method], { signal }).then(Number)
}
