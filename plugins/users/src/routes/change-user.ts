import { defineRoute } from '@plinth/kernel'
import { boolean, object, string } from 'yup'
import { errors } from '../errors.js'
import type { UserAdministration } from '../user-administration.js'
import { EMAIL, GIVEN_NAME, ROLE_NAME } from '../user-fields.js'
import { usernameParams, userShape, userToWire } from './user-on-the-wire.js'

/** What may be changed in a user. */
export const userChangesShape = object({
  role_name: string().max(ROLE_NAME.max).meta({ description: 'The name of another role.' }),
  email: string().max(EMAIL.max).matches(EMAIL.pattern, EMAIL.rule).meta({ description: 'Another e-mail address.' }),
  name: string()
    .max(GIVEN_NAME.max)
    .matches(GIVEN_NAME.pattern, GIVEN_NAME.rule)
    .nullable()
    .meta({ description: 'Another given name; null takes it away.' }),
  lastname: string()
    .max(GIVEN_NAME.max)
    .matches(GIVEN_NAME.pattern, GIVEN_NAME.rule)
    .nullable()
    .meta({ description: 'Another family name; null takes it away.' }),
  disabled: boolean().meta({ description: 'True keeps the user out and ends all sessions; false lets in again.' }),
}).meta({
  id: 'UserChanges',
  description: 'What is to be different in a user. A field that is missing stays as it is.',
})

export const changeUser = (administration: UserAdministration) =>
  defineRoute({
    method: 'PATCH',
    path: '/users/:username',
    operationId: 'changeUser',
    summary: 'Change a user',
    description:
      'An admin or sudo changes whoever is not above them, and gives no role above their own; everybody changes their own names and address. Nobody comes to level 0, or leaves it, but by the command `plinth users set-role`. A disabled user cannot log in, and all their sessions end.',
    access: 'authenticated',
    params: usernameParams,
    body: userChangesShape,
    example: { lastname: 'Ottosson' },
    responses: { 200: userShape },
    errors: [
      errors.ROLE_NOT_FOUND,
      errors.ROLE_NOT_YOURS_TO_GIVE,
      errors.ROLE_CHANGED_BY_COMMAND,
      errors.USER_NOT_YOURS_TO_CHANGE,
      errors.USER_NOT_FOUND,
      errors.EMAIL_TAKEN,
      errors.LAST_SUDO,
      errors.TOO_MANY_TRIES,
    ],
    handle: async (request) => {
      const { role_name: roleName, disabled: isDisabled, ...profile } = request.body
      const { username } = request.params
      return userToWire(await administration.change(request, username, { ...profile, roleName, isDisabled }))
    },
  })
