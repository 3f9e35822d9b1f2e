import type { SettingsOf } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { boolean, number, object } from 'yup'

const DAY_S = 86_400

const whole = (min: number, max: number) =>
  number()
    .integer('must be a whole number.')
    .min(min, `must be ${min} to ${max}.`)
    .max(max, `must be ${min} to ${max}.`)

export const configTransferSettings = object({
  exportTimeout: whole(1, DAY_S)
    .default(600)
    // without a limit, a slow client could keep a database snapshot open forever
    .meta({ description: 'Maximum duration of an export, in seconds.' }),
  planLifetime: described(
    whole(60, 7 * DAY_S).default(3_600),
    'Time after which a plan or an uploaded file expires, in seconds.',
  ),
  maxPlans: described(
    whole(1, 1_000).default(20),
    'Maximum number of stored plans, and, counted separately, of uploaded files.',
  ),
  planNeedsSecondPerson: described(
    boolean().default(false),
    'Whether a plan may only be applied by a user other than the one who made it, and not by a token. An import needs no second person.',
  ),
  snapshots: described(
    whole(1, 1_000).default(20),
    'Maximum number of snapshots of the configuration; the oldest are deleted.',
  ),
  snapshotBytes: described(
    whole(1, Number.MAX_SAFE_INTEGER).default(1_000_000_000),
    'Maximum size of all snapshots, in bytes; the oldest are deleted. The newest is always kept.',
  ),
})

/** How exports, plans and snapshots are limited. */
export type ConfigTransferSettings = SettingsOf<typeof configTransferSettings>
