import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loginRateFigures } from '../logins/measure-logins.js'
import { requestFigures } from '../requests/measure-requests.js'
import { startFigures } from '../start/measure-start.js'
import { idleMemoryFigures } from '../start/memory-figures.js'
import { REPO_ROOT } from '../support/child.js'
import type { Figure } from '../support/figure.js'
import { processors } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'
import { measureRatios } from '../transfer/measure-ratios.js'
import { PlantFiles } from '../transfer/transfer-context.js'
import { writeFigures } from '../writes/measure-writes.js'

/** Tolerated drop below the recorded ratio, as a fraction, because measurements vary. */
const TOLERANCE = 0.15
const RECORD_FILE = join(REPO_ROOT, 'bench', 'recorded.json')
/** Number of measurements whose minimum is recorded. */
const RECORDED_MEASUREMENTS = 3
const DATABASES = ['sqlite', 'postgres']
const TAGS = 10_000

type Measure = (sandbox: Sandbox, database: string) => Promise<Figure[]>

/** Short measurements of all that must not become slower or larger. */
const PARTS: Readonly<Record<string, Measure>> = {
  requests: (sandbox, database) => requestFigures(sandbox, database, { rounds: 2, seconds: 1 }),
  writes: (sandbox, database) => writeFigures(sandbox, database, { rounds: 1, seconds: 1 }),
  logins: (sandbox, database) => loginRateFigures(sandbox, database, { rounds: 1, seconds: 3 }),
  transfer: (sandbox, database) =>
    measureRatios({ sandbox, database, files: new PlantFiles(sandbox.folder), records: TAGS, rounds: 1 }),
  start: (sandbox, database) => startFigures(sandbox, database, 1),
  memory: idleMemoryFigures,
}

/** Ratios by what was measured, such as `sqlite: signup ÷ bare statements`. Higher is better. */
type Ratios = Record<string, number>

interface Recorded {
  readonly processors: string
  /** By the name of the part. */
  readonly ratios: Readonly<Record<string, Ratios>>
}

/**
 * Runs short measurements and compares their ratios with `bench/recorded.json`, or records them there. If the recorded
 * ones are from the same processor model, repeats each measurement in which a ratio is too low, because another process
 * may have disturbed it, and sets the exit code to 1 if it still is.
 */
export async function checkRatios(sandbox: Sandbox, { isRecording }: { isRecording: boolean }): Promise<void> {
  if (isRecording) return record(sandbox)
  const { processors: measuredOn, ratios }: Recorded = JSON.parse(await readFile(RECORD_FILE, 'utf8'))
  const isComparable = measuredOn === processors()
  console.log('Ratios of Plinth to its baselines, by CPU time or memory; higher is better.')
  for (const part of Object.keys(PARTS)) {
    const recorded = ratios[part]
    if (!recorded) throw new Error(`bench/recorded.json lacks ${part}; write it with --update-recorded`)
    for (const database of DATABASES) {
      const wanted = Object.fromEntries(Object.entries(recorded).filter(([what]) => what.startsWith(database)))
      const found = await measure(sandbox, part, database)
      if (isComparable && fallenRatios(wanted, found).length > 0)
        keepHigher(found, await measure(sandbox, part, database))
      show(wanted, found)
      if (isComparable && fallenRatios(wanted, found).length > 0) process.exitCode = 1
    }
  }
  if (!isComparable)
    console.log(
      `The recorded ratios are from ${measuredOn}. This is ${processors()}: the exit code does not depend on the ratios.`,
    )
}

async function record(sandbox: Sandbox): Promise<void> {
  const ratios: Record<string, Ratios> = {}
  for (const part of Object.keys(PARTS)) ratios[part] = await minOfSeveral(sandbox, part)
  const recorded: Recorded = { processors: processors(), ratios }
  await writeFile(RECORD_FILE, `${JSON.stringify(recorded, null, 2)}\n`)
}

/** Returns the minimum of several measurements, because a single short one may be unusually high. */
async function minOfSeveral(sandbox: Sandbox, part: string): Promise<Ratios> {
  const min: Ratios = {}
  for (let count = 0; count < RECORDED_MEASUREMENTS; count += 1) {
    for (const database of DATABASES) {
      for (const [what, ratio] of Object.entries(await measure(sandbox, part, database)))
        min[what] = Math.min(ratio, min[what] ?? ratio)
    }
  }
  return min
}

async function measure(sandbox: Sandbox, part: string, database: string): Promise<Ratios> {
  const figures = (await PARTS[part]?.(sandbox, database)) ?? []
  const steady = figures.flatMap(({ what, steadyRatio }) =>
    steadyRatio ? [[`${database}: ${what}`, steadyRatio]] : [],
  )
  return Object.fromEntries(steady.map(([what, ratio]) => [what, Number(Number(ratio).toPrecision(3))]))
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
