import type { Actor } from '@plinth/kernel/contracts'
import { described } from '@plinth/kernel/tools'
import { object, string } from 'yup'

/** Who has done something, as in the events of the audit trail. */
export const actorShape = (description: string) =>
  object({
    kind: described(
      string().oneOf(['user', 'token', 'command', 'nobody']).required(),
      'The kind of caller. `command` is the CLI or the program that embeds Plinth, `nobody` a request without a key.',
      'user',
    ),
    name: described(
      string().nullable().defined(),
      'The username, or the id of the token; null for `command` and `nobody`.',
      'ada',
    ),
  })
    .required()
    .meta({ description })

/** Returns an actor as JSON, with no other fields. */
export const actorOnTheWire = ({ kind, name }: Actor) => ({ kind, name })
