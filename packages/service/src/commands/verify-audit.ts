import { runTask } from '../administration/run-task.js'
import type { TaskOutput } from '../administration/tasks.js'
import { verifyInProcess } from '../administration/verify-in-process.js'
import { CommandError } from './command-error.js'
import { countOf } from './count-of.js'
import { printJson, printLines } from './print.js'

export interface VerifyAuditOptions {
  /** The position and seal of the last event of an earlier verification: `<position> <seal>`. */
  readonly after?: string | undefined
  readonly json?: boolean | undefined
}

/** `plinth audit verify`: verifies the audit trail and prints the result. Returns whether the trail is intact. */
export async function verifyAudit({ after, json }: VerifyAuditOptions): Promise<boolean> {
  const checkpoint = after === undefined ? undefined : parseCheckpoint(after)
  const inProcess = async () => ({ output: await verifyInProcess(checkpoint) })
  const verification = await runTask('audit verify', checkpoint === undefined ? {} : { checkpoint }, inProcess)
  if (json) printJson(verification)
  else printLines(toLines(verification))
  return verification.problems.length === 0
}

function parseCheckpoint(text: string) {
  const [, position, seal] = /^\s*(?:Last event:\s*)?(\d{1,15})[\s:]+([0-9a-f]{64})\s*$/.exec(text) ?? []
  if (position === undefined || seal === undefined)
    throw new CommandError(
      `"${text}" is not a position and a seal. Pass those of the last event that an earlier run printed.`,
    )
  return { position: Number(position), seal }
}

function toLines({ verified, unsealed, last, keys, problems }: TaskOutput<'audit verify'>): string[] {
  const summary = `${countOf(verified, 'event')} verified, unchanged${unsealed > 0 ? `; ${unsealed} ${unsealed === 1 ? 'is' : 'are'} too recent to be sealed` : ''}.`
  const lastEvent = last.position > 0 ? [`Last event: ${last.position} ${last.seal}`] : []
  const previousKeys = keys.filter(({ key }) => key === 'previous')
  const previousKeyCounts = previousKeys.map(
    ({ id, events }) => `Sealed with a previous key (${id}): ${countOf(events, 'event')}.`,
  )
  return [...problems, summary, ...previousKeyCounts, ...lastEvent]
}
