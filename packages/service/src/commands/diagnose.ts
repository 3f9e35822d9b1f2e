import type { Check, Finding } from '../doctor/check.js'
import { checks } from '../doctor/checks.js'
import { type DoctorContext, withDoctorContext } from '../doctor/doctor-context.js'
import { printJson, printLines } from './print.js'

/** A finding with the name of its check. */
interface Line extends Finding {
  readonly check: string
}

/** `plinth doctor`: runs all checks without changing anything, prints the findings, and returns whether none fails. */
export async function diagnose({ json }: { json?: boolean }): Promise<boolean> {
  const lines = await withDoctorContext(process.env, async (context) => {
    const found: Line[] = []
    for (const check of checks) found.push(...(await linesOf(check, context)))
    return found
  })
  const healthy = lines.every(({ grade }) => grade !== 'fail')
  if (json) printJson({ healthy, checks: lines })
  else printLines(lines.map(formatFinding))
  return healthy
}

async function linesOf(check: Check, context: DoctorContext): Promise<Line[]> {
  const diagnosis = async () => check.diagnose(context) // async: a check may also throw before it returns a promise
  const findings = await diagnosis().catch(checkFailure)
  return findings.map((finding) => ({ check: check.name, ...finding }))
}

/** Converts the error of a check to a warning, so that the findings of the other checks are still reported. */
function checkFailure(error: { code?: string; name?: string }): Finding[] {
  const cause = error.code ?? error.name
  return [
    {
      grade: 'warn',
      finding: `could not be checked (${cause})`,
      remedy: 'fix the other findings, then run the command again',
    },
  ]
}

function formatFinding({ grade, check, finding, remedy }: Line): string {
  return `${grade.padEnd(4)}  ${check} — ${finding}${remedy === undefined ? '' : `; ${remedy}`}`
}
