import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { REPO_ROOT, withTimeout } from '../support/child.js'
import type { Figure } from '../support/figure.js'
import { median } from '../support/median.js'
import type { TransferContext } from './transfer-context.js'

const execute = promisify(execFile)
const PROGRAM = 'bench/baselines/bare-load.py'
/** The Python that Debian's package of the driver belongs to. */
const PYTHON = '/usr/bin/python3'
const MAX_RATIOS: Readonly<Record<string, number>> = { sqlite: 2.5, postgres: 4 }

type BareLoadContext = Pick<TransferContext, 'sandbox' | 'database' | 'files' | 'records'>

/**
 * Loads the tags with Python's driver into a table without foreign keys. Returns the time in seconds; `undefined` if
 * the machine has no Python with that driver.
 */
export async function bareLoad({ sandbox, database, files, records }: BareLoadContext): Promise<number | undefined> {
  const { path } = await files.of(records)
  return sandbox.withDatabase(database, async ({ url }) => {
    try {
      const signal = withTimeout(sandbox.signal)
      return Number((await execute(PYTHON, [PROGRAM, url, path], { cwd: REPO_ROOT, signal })).stdout)
    } catch (error) {
      console.log(`not measured: the load by Python (${String(error).trim().split('\n').at(-1)})`)
      return undefined
    }
  })
}

/** The times of imports ÷ those of the bare loads, if there are any. */
export function bareLoadFigures(
  { database, records }: BareLoadContext,
  imports: readonly number[],
  loads: readonly (number | undefined)[],
): Figure[] {
  const measured = loads.filter((seconds) => seconds !== undefined)
  if (measured.length === 0) return []
  const [ours, bare] = [median([...imports]), median(measured)]
  const note = `median of ${measured.length}: ${ours.toFixed(2)} s ÷ ${bare.toFixed(2)} s by Python, into a table without foreign keys`
  const what = `import of ${records} tags ÷ bare load`
  return [{ database, what, value: ours / bare, unit: '×', max: MAX_RATIOS[database] ?? Number.NaN, note }]
}
