import type { Actor } from '@plinth/kernel/contracts'
import { object, string } from 'yup'

/** Who has done something, as in the events of the audit trail. */
export const actorShape = (description: string) =>
  object({
    kind: string()
      .oneOf(['user', 'token', 'command', 'nobody'])
      .required()
      .meta({
        description:
          'The kind of caller. `command` is the CLI or the program that embeds Plinth, `nobody` a request without a key.',
        examples: ['user'],
      }),
    name: string()
      .nullable()
      .defined()
      .meta({
        description: 'The username, or the id of the token; null for `command` and `nobody`.',
        examples: ['ada'],
      }),
  })
    .required()
    .meta({ description })

/** Copies the fields that the API has, which have the same names. */
export const actorOnTheWire = ({ kind, name }: Actor) => ({ kind, name })
