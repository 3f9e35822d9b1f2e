import { described } from '@plinth/kernel/tools'
import { number, object, string } from 'yup'
import { totalOf } from '../plans/change.js'
import type { ApplyReport } from '../plans/plan-application.js'

const count = (description: string, example: number) => described(number().integer().required(), description, example)

export const applyReportShape = object({
  message: described(
    string().required(),
    'What was done, for people.',
    'Plan applied: 12 added, 3 updated, 0 removed.',
  ),
  summary: described(
    object({
      added: count('Records added.', 12),
      updated: count('Records changed.', 3),
      removed: count('Records removed.', 0),
    }).required(),
    'Numbers of records of all tables.',
  ),
  snapshot: described(
    string().optional(),
    'The snapshot that was taken before: its plan undoes this one. None if nothing was changed.',
    '5gq0c2w8t1m3r7hb',
  ),
  default_password: described(
    string().optional(),
    'The password generated for the added users, if any. It is shown only here.',
  ),
  cannot_log_in: described(
    number().integer().optional(),
    'Number of users added without a password; they cannot log in until one is set.',
  ),
}).meta({ id: 'ApplyReport', description: 'What the apply of a plan has done.' })

/** Returns a report as JSON. */
export function applyReportOnTheWire({ plan, snapshot, defaultPassword, cannotLogIn }: ApplyReport) {
  const { add: added, update: updated, remove: removed } = totalOf(plan.counts)
  return {
    message: `Plan applied: ${added} added, ${updated} updated, ${removed} removed.`,
    summary: { added, updated, removed },
    ...(snapshot && { snapshot: snapshot.identifier }),
    ...(defaultPassword !== undefined && { default_password: defaultPassword }),
    ...(cannotLogIn !== undefined && { cannot_log_in: cannotLogIn }),
  }
}
