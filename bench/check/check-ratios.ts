import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requestFigures } from '../requests/measure-requests.js'
import { REPO_ROOT } from '../support/child.js'
import { processors } from '../support/results.js'
import type { Workplace } from '../support/workplace.js'

/** A ratio may be so much lower than the recorded one: machines and days differ. */
const TOLERANCE = 0.15
const RECORD = join(REPO_ROOT, 'bench', 'recorded.json')
const ROUNDS = { rounds: 2, seconds: 1 }
/** Measures of which the least is recorded. */
const RECORDED_FROM = 3
const DATABASES = ['sqlite', 'postgres']

/** Ratios by what they are of; more is better. */
type Ratios = Record<string, number>

interface Recorded {
  readonly processors: string
  readonly ratios: Ratios
}

/**
 * Measures the ratios in their short form beside those in `bench/recorded.json`, or records them there. The process
 * ends with 1 when one has fallen on processors of the same kind.
 */
export async function checkRatios(workplace: Workplace, { isRecording }: { isRecording: boolean }): Promise<void> {
  if (isRecording) return record(await leastOfSome(workplace))
  const found = await measure(workplace, DATABASES)
  const { processors: measuredOn, ratios: recorded }: Recorded = JSON.parse(await readFile(RECORD, 'utf8'))
  const again = DATABASES.filter((database) => fallen(recorded, found).some((what) => what.startsWith(database)))
  keepBetter(found, await measure(workplace, again)) // something else may have been busy
  show(recorded, found)
  if (measuredOn !== processors()) console.log(`Recorded on ${measuredOn}; here, on ${processors()}, they only inform.`)
  else if (fallen(recorded, found).length > 0) process.exitCode = 1
}

function record(ratios: Ratios): Promise<void> {
  const recorded: Recorded = { processors: processors(), ratios }
  return writeFile(RECORD, `${JSON.stringify(recorded, null, 2)}\n`)
}

/** The least of several: one short measure alone may be far above what is reached each time. */
async function leastOfSome(workplace: Workplace): Promise<Ratios> {
  const all: Ratios[] = []
  while (all.length < RECORDED_FROM) all.push(await measure(workplace, DATABASES))
  const least = (what: string) => Math.min(...all.map((ratios) => ratios[what] ?? 0))
  return Object.fromEntries(Object.keys(all[0] ?? {}).map((what) => [what, least(what)]))
}

async function measure(workplace: Workplace, databases: readonly string[]): Promise<Ratios> {
  const ratios: Ratios = {}
  for (const database of databases) {
    for (const { what, value, byWork = value } of await requestFigures(workplace, database, ROUNDS)) {
      const ratio = Number.isNaN(byWork) ? value : byWork // rates depend on what else the machine does
      ratios[`${database}: ${what}`] = Math.round(ratio * 100) / 100
    }
  }
  return ratios
}

function fallen(recorded: Ratios, found: Ratios): string[] {
  return Object.keys(recorded).filter((what) => !((found[what] ?? 0) >= (recorded[what] ?? 0) * (1 - TOLERANCE)))
}

function keepBetter(found: Ratios, again: Ratios): void {
  for (const [what, ratio] of Object.entries(again)) found[what] = Math.max(ratio, found[what] ?? 0)
}

function show(recorded: Ratios, found: Ratios): void {
  const low = new Set(fallen(recorded, found))
  for (const [what, ratio] of Object.entries(recorded)) {
    console.log(`${low.has(what) ? 'FALLEN' : 'ok    '} ${what}: ${found[what] ?? 'not measured'}, recorded ${ratio}`)
  }
}
