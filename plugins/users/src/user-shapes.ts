import { boolean, object, string } from 'yup'
import { EMAIL, GIVEN_NAME, ROLE_NAME, USERNAME } from './user-fields.js'

/** A new user, as sign-up over REST, the command and code give it. */
export const signUpShape = object({
  username: string()
    .required()
    .matches(USERNAME.pattern, USERNAME.rule)
    .meta({ description: 'The name in paths and at the login; nobody else may have it in any case.' }),
  role_name: string().required().max(ROLE_NAME.max).meta({ description: 'The name of the role.' }),
  email: string()
    .required()
    .max(EMAIL.max)
    .matches(EMAIL.pattern, EMAIL.rule)
    .meta({ description: 'The e-mail address; nobody else may have it.' }),
  password: string().required().meta({
    description: 'At least `PLINTH_PASSWORD_MIN_LENGTH` characters, and at most 72 bytes.',
  }),
  name: string()
    .max(GIVEN_NAME.max)
    .matches(GIVEN_NAME.pattern, GIVEN_NAME.rule)
    .meta({ description: 'The given name; none unless given.' }),
  lastname: string()
    .max(GIVEN_NAME.max)
    .matches(GIVEN_NAME.pattern, GIVEN_NAME.rule)
    .meta({ description: 'The family name; none unless given.' }),
}).meta({ id: 'SignUp', description: 'What a new user needs.' })

/** Changes to a user, over REST and by code. */
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
