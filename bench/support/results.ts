import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { SqliteConnection } from '../baselines/sqlite-connection.js'
import { REPO_ROOT } from './child.js'
import { type Figure, tableOf } from './figure.js'
import type { Sandbox } from './sandbox.js'

const TITLE = '# Last results\n\nWritten by the measurement itself. Compare ratios, not seconds.\n'

const NAMES: Readonly<Record<string, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** Options of each measurement. */
export interface Measurement {
  readonly databases: readonly string[]
  /** The command, to be shown with the results. */
  readonly command: string
}

/** Measures on each database, and writes a section of results for each. */
export async function measureEach(
  sandbox: Sandbox,
  title: string,
  { databases, command }: Measurement,
  measure: (database: string) => Promise<Figure[]>,
): Promise<void> {
  for (const database of databases)
    await writeResults(sandbox, `${title}, ${NAMES[database]}`, command, await measure(database))
}

/** Writes a section into `bench/RESULTS.md`, replacing the one with that title, and prints it. */
export async function writeResults(
  sandbox: Sandbox,
  title: string,
  command: string,
  figures: readonly Figure[],
): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const section = `## ${title}\n\n\`${command}\`, ${date}.\n${await machine(sandbox)}\n\n${tableOf(figures)}\n`
  const path = join(REPO_ROOT, 'bench', 'RESULTS.md')
  const before = await readFile(path, 'utf8').catch(() => TITLE)
  const [opening = TITLE, ...sections] = before.split(/^(?=## )/m)
  const others = sections.filter((text) => !text.startsWith(`## ${title}\n`)).map((text) => `${text.trimEnd()}\n`)
  await writeFile(path, [`${opening.trimEnd()}\n`, ...others, section].join('\n'))
  console.log(`\n${section}`)
}

/** Describes the processors, on which ratios depend most. */
export function processors(): string {
  const [first] = cpus()
  return `${cpus().length} cores (${first?.model.trim()})`
}

async function machine(sandbox: Sandbox): Promise<string> {
  const memory = (totalmem() / 1024 ** 3).toFixed(0)
  const sqlite = await SqliteConnection.open(':memory:')
  const [row] = await sqlite.all<{ version: string }>('SELECT sqlite_version() AS version')
  await sqlite.close()
  const postgres = await (await sandbox.postgres()).version()
  return (
    `${processors()}, ${memory} GiB, ${process.platform} ${process.arch}; ` +
    `Node ${process.versions.node}, SQLite ${row?.version}, PostgreSQL ${postgres}.`
  )
}
