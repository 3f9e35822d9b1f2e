import type { Actor } from '@plinth/kernel/contracts'
import { object, string } from 'yup'

/** Who has done something, as in the events of the audit trail. */
export const actorShape = (description: string) =>
  object({
    kind: string()
      .oneOf(['user', 'token', 'command', 'nobody'])
      .required()
      .meta({ description: 'What the caller was.', examples: ['user'] }),
    name: string()
      .nullable()
      .defined()
      .meta({ description: 'The username, or the id of the token.', examples: ['ada'] }),
  })
    .required()
    .meta({ description })

/** The actor itself: its fields are those of the API. */
export const actorOnTheWire = ({ kind, name }: Actor) => ({ kind, name })
