import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requestFigures } from '../requests/measure-requests.js'
import { REPO_ROOT } from '../support/child.js'
import { processors } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'

/** Tolerated drop below the recorded ratio, as a fraction, because measurements vary. */
const TOLERANCE = 0.15
const RECORD = join(REPO_ROOT, 'bench', 'recorded.json')
const ROUNDS = { rounds: 2, seconds: 1 }
/** Number of measurements whose minimum is recorded. */
const RECORDED_MEASUREMENTS = 3
const DATABASES = ['sqlite', 'postgres']

/** Ratios of Plinth to a baseline, by database and what was measured; higher is better. */
type Ratios = Record<string, number>

interface Recorded {
  readonly processors: string
  readonly ratios: Ratios
}

/**
 * Runs a short measurement and compares its ratios with `bench/recorded.json`, or records them there. If the recorded
 * ones are from the same processor model, measures again where a ratio is too low, because another process may have
 * disturbed the first measurement, and sets the exit code to 1 if it still is.
 */
export async function checkRatios(sandbox: Sandbox, { isRecording }: { isRecording: boolean }): Promise<void> {
  if (isRecording) return record(await minOfSeveral(sandbox))
  const { processors: measuredOn, ratios: recorded }: Recorded = JSON.parse(await readFile(RECORD, 'utf8'))
  const found = await measure(sandbox, DATABASES)
  if (measuredOn !== processors()) {
    show(recorded, found)
    console.log(
      `The recorded ratios are from ${measuredOn}. This is ${processors()}: the exit code does not depend on the ratios.`,
    )
    return
  }
  const fallen = DATABASES.filter((database) => fallenRatios(recorded, found).some((what) => what.startsWith(database)))
  keepHigher(found, await measure(sandbox, fallen))
  show(recorded, found)
  if (fallenRatios(recorded, found).length > 0) process.exitCode = 1
}

function record(ratios: Ratios): Promise<void> {
  const recorded: Recorded = { processors: processors(), ratios }
  return writeFile(RECORD, `${JSON.stringify(recorded, null, 2)}\n`)
}

/** Returns the minimum of several measurements, because a single short one may be unusually high. */
async function minOfSeveral(sandbox: Sandbox): Promise<Ratios> {
  const all: Ratios[] = []
  while (all.length < RECORDED_MEASUREMENTS) all.push(await measure(sandbox, DATABASES))
  const min = (what: string) => Math.min(...all.map((ratios) => ratios[what] ?? 0))
  return Object.fromEntries(Object.keys(all[0] ?? {}).map((what) => [what, min(what)]))
}

async function measure(sandbox: Sandbox, databases: readonly string[]): Promise<Ratios> {
  const ratios: Ratios = {}
  for (const database of databases) {
    for (const { what, value, byCpuTime = value } of await requestFigures(sandbox, database, ROUNDS)) {
      const ratio = Number.isNaN(byCpuTime) ? value : byCpuTime // other processes hardly affect CPU time; NaN: unknown
      ratios[`${database}: ${what}`] = Math.round(ratio * 100) / 100
    }
  }
  return ratios
}

function fallenRatios(recorded: Ratios, found: Ratios): string[] {
  return Object.keys(recorded).filter((what) => !((found[what] ?? 0) >= (recorded[what] ?? 0) * (1 - TOLERANCE)))
}

function keepHigher(found: Ratios, again: Ratios): void {
  for (const [what, ratio] of Object.entries(again)) found[what] = Math.max(ratio, found[what] ?? 0)
}

function show(recorded: Ratios, found: Ratios): void {
  const low = new Set(fallenRatios(recorded, found))
  for (const [what, ratio] of Object.entries(recorded)) {
    console.log(`${low.has(what) ? 'FALLEN' : 'ok    '} ${what}: ${found[what] ?? 'not measured'}, recorded ${ratio}`)
  }
}
