import { run } from '../support/child.js'
import type { FreshDatabase, Sandbox } from '../support/sandbox.js'

const SCRIPT = ['--import', 'tsx', 'bench/baselines/transfer.ts']

/** The fastest methods for each database; `run.ts baselines` measures them all. */
export const FASTEST: Readonly<Record<string, { load: string; dump: string }>> = {
  sqlite: { load: 'jsonb_each, 2000 records per page, as bytes', dump: 'pages of group_concat' },
  postgres: { load: 'direct COPY, references resolved in Node', dump: 'pages of string_agg' },
}

/** How long a transfer took. The CPU time is that of the program, without a database server. */
export interface TransferTime {
  readonly seconds: number
  readonly cpuSeconds: number
}

/** Loads a file into a database with a baseline method. */
export function load(sandbox: Sandbox, database: FreshDatabase, file: string, method: string): Promise<TransferTime> {
  return timeOf('load', sandbox, database, file, method)
}

/** Dumps the tags of a database to a file with a baseline method. */
export function dump(sandbox: Sandbox, database: FreshDatabase, file: string, method: string): Promise<TransferTime> {
  return timeOf('dump', sandbox, database, file, method)
}

async function timeOf(task: string, { signal }: Sandbox, { url }: FreshDatabase, file: string, method: string) {
  return JSON.parse(await run([...SCRIPT, task, url, file, method], { signal })) as TransferTime
}
