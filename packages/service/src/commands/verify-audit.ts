import { runTask } from '../administration/run-task.js'
import type { TaskOutput } from '../administration/tasks.js'
import { verifyInProcess } from '../administration/verify-in-process.js'
import { CommandError } from './command-error.js'
import { printJson, printLines } from './print.js'

export interface VerifyAuditOptions {
  /** The position and seal of the last event of an earlier verification: `<position> <seal>`. */
  readonly after?: string | undefined
  readonly json?: boolean | undefined
}

/** `plinth audit verify`: verifies the audit trail, prints the result, and returns whether the trail is intact. */
export async function verifyAudit({ after, json }: VerifyAuditOptions): Promise<boolean> {
  const noted = after === undefined ? undefined : parsePosition(after)
  const inProcess = async () => ({ output: await verifyInProcess(noted) })
  const verification = await runTask('audit verify', noted === undefined ? {} : { noted }, inProcess)
  if (json) printJson(verification)
  else printLines(inWords(verification))
  return verification.problems.length === 0
}

function parsePosition(text: string) {
  const [, position, seal] = /^\s*(\d{1,15})[\s:]+([0-9a-f]{64})\s*$/.exec(text) ?? []
  if (position === undefined || seal === undefined)
    throw new CommandError(`"${text}" is not a position and a seal. Pass the last one that an earlier run printed.`)
  return { position: Number(position), seal }
}

function inWords({ verified, unsealed, last, keys, problems }: TaskOutput<'audit verify'>): string[] {
  const count = `${verified} events are as they were written${unsealed > 0 ? `, ${unsealed} are too new to be sealed` : ''}.`
  const lastEvent = last.position > 0 ? [`The last one: ${last.position} ${last.seal}`] : []
  const formerKeys = keys.filter(({ key }) => key === 'former')
  const formerKeyCounts = formerKeys.map(({ id, events }) => `${events} of them are sealed with a former key (${id}).`)
  return [...problems, count, ...formerKeyCounts, ...lastEvent]
}
