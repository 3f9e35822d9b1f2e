import type { Check, Finding } from '../doctor/check.js'
import { checks } from '../doctor/checks.js'
import { type Surroundings, withSurroundings } from '../doctor/surroundings.js'
import { printJson, printLines } from './print.js'

/** A finding and the check that it is of. */
interface Line extends Finding {
  readonly check: string
}

/** `plinth doctor`: looks at everything, changes nothing, and tells what it found. Returns whether nothing fails. */
export async function examine({ json }: { json?: boolean }): Promise<boolean> {
  const lines = await withSurroundings(process.env, async (surroundings) => {
    const found: Line[] = []
    for (const check of checks) found.push(...(await linesOf(check, surroundings)))
    return found
  })
  const healthy = lines.every(({ grade }) => grade !== 'fail')
  if (json) printJson({ healthy, checks: lines })
  else printLines(lines.map(inWords))
  return healthy
}

async function linesOf(check: Check, surroundings: Surroundings): Promise<Line[]> {
  const findings = await Promise.resolve(surroundings)
    .then((all) => check.examine(all))
    .catch(couldNotLook)
  return findings.map((finding) => ({ check: check.name, ...finding }))
}

/** One check that fails unexpectedly must not hide what the others find. */
function couldNotLook(error: { code?: string; name?: string }): Finding[] {
  const cause = error.code ?? error.name
  return [
    { grade: 'warn', finding: `could not be looked at (${cause})`, remedy: 'mend what else is found, and look again' },
  ]
}

function inWords({ grade, check, finding, remedy }: Line): string {
  return `${grade.padEnd(4)}  ${check} — ${finding}${remedy === undefined ? '' : `; ${remedy}`}`
}
