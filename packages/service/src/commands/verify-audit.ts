import { runTask } from '../administration/run-task.js'
import type { TaskOutput } from '../administration/tasks.js'

/** `plinth audit verify`: tells whether the audit trail is as it was written. Returns whether nothing is wrong. */
export async function verifyAudit({ json }: { json?: boolean }): Promise<boolean> {
  const verification = await runTask('audit verify', {})
  console.log(json ? JSON.stringify(verification, null, 2) : inWords(verification))
  return verification.problems.length === 0
}

function inWords({ verified, unsealed, last, problems }: TaskOutput<'audit verify'>): string {
  const count = `${verified} events are as they were written${unsealed > 0 ? `, ${unsealed} are too new to be sealed` : ''}.`
  const place = last.position > 0 ? [`The last one: ${last.position} ${last.seal}`] : []
  return [...problems, count, ...place].join('\n')
}
