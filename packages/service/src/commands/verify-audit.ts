import { runTask } from '../administration/run-task.js'
import type { TaskOutput } from '../administration/tasks.js'
import { verifyHere } from '../administration/verify-here.js'
import { CommandError } from './command-error.js'
import { printJson, printLines } from './print.js'

export interface VerifyAuditOptions {
  /** What an earlier verification has printed of the last event: `<position> <seal>`. */
  readonly after?: string | undefined
  readonly json?: boolean | undefined
}

/** `plinth audit verify`: tells whether the audit trail is as it was written. Returns whether nothing is wrong. */
export async function verifyAudit({ after, json }: VerifyAuditOptions): Promise<boolean> {
  const noted = after === undefined ? undefined : placeIn(after)
  const here = async () => ({ output: await verifyHere(noted) })
  const verification = await runTask('audit verify', noted === undefined ? {} : { noted }, here)
  if (json) printJson(verification)
  else printLines(inWords(verification))
  return verification.problems.length === 0
}

function placeIn(text: string) {
  const [, position, seal] = /^\s*(\d{1,15})[\s:]+([0-9a-f]{64})\s*$/.exec(text) ?? []
  if (position === undefined || seal === undefined)
    throw new CommandError(
      `"${text}" is no place of an event. Give what was printed as the last one: its number and its seal.`,
    )
  return { position: Number(position), seal }
}

function inWords({ verified, unsealed, last, keys, problems }: TaskOutput<'audit verify'>): string[] {
  const count = `${verified} events are as they were written${unsealed > 0 ? `, ${unsealed} are too new to be sealed` : ''}.`
  const place = last.position > 0 ? [`The last one: ${last.position} ${last.seal}`] : []
  const former = keys.filter(({ key }) => key === 'former')
  const ofFormer = former.map(({ id, events }) => `${events} of them are sealed with a former key (${id}).`)
  return [...problems, count, ...ofFormer, ...place]
}
