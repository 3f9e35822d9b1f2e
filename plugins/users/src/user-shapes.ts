import { canonicalName, described, isLongerThan, utcTime } from '@plinth/kernel/tools'
import { boolean, number, object, string } from 'yup'
import { EMAIL, PERSON_NAME, ROLE_NAME, USERNAME } from './user-fields.js'

const personName = () => string().max(PERSON_NAME.max).matches(PERSON_NAME.pattern, PERSON_NAME.rule)

const newProfile = {
  username: described(
    string().required().matches(USERNAME.pattern, USERNAME.rule),
    'The name in paths and at login; unique, ignoring case.',
  ),
  role_name: described(string().required().max(ROLE_NAME.max), 'The name of the role.'),
  email: described(
    string().required().max(EMAIL.max).matches(EMAIL.pattern, EMAIL.rule),
    'The e-mail address; unique, ignoring case.',
  ),
  name: described(personName(), 'The given name; none by default.'),
  lastname: described(personName(), 'The family name; none by default.'),
  valid_until: described(utcTime(), 'When the account ends: ISO 8601, UTC. By default it does not end.'),
}

/** A user to create without a password: over REST and from the CLI. */
export const newUserShape = object(newProfile).meta({
  id: 'NewUser',
  description: 'A user to create without a password.',
})

/** The input of a signup: over REST, from the CLI and from code. */
export const signUpShape = object({
  ...newProfile,
  password: described(string().required(), 'At least `PLINTH_PASSWORD_MIN_LENGTH` characters, and at most 1024 bytes.'),
}).meta({ id: 'SignUp', description: 'A user to create.' })

/** Changes to a user, over REST and from code. */
export const userChangesShape = object({
  role_name: described(string().max(ROLE_NAME.max), 'The name of the new role.'),
  email: described(string().max(EMAIL.max).matches(EMAIL.pattern, EMAIL.rule), 'The new e-mail address.'),
  name: described(personName().nullable(), 'The new given name; null clears it.'),
  lastname: described(personName().nullable(), 'The new family name; null clears it.'),
  disabled: described(boolean(), 'True disables the user and ends all their sessions; false enables the user.'),
  valid_until: described(
    utcTime().nullable(),
    'When the account ends, with its sessions: ISO 8601, UTC; null for no end.',
  ),
}).meta({
  id: 'UserChanges',
  description: 'Fields to update. Omitted fields are unchanged.',
})

/** The largest value of an `integer` column in PostgreSQL. */
const MAX_LEVEL = 2 ** 31 - 1

/** A new role, over REST, from the CLI and from code. */
export const newRoleShape = object({
  name: described(
    string()
      .required()
      .max(ROLE_NAME.max)
      .test('role-name', ROLE_NAME.rule, (name = '') => isRoleName(canonicalName(name))),
    'The name, which is stored in lower case; unique.',
  ),
  level: described(
    number().integer().required().min(0).max(MAX_LEVEL),
    'The level, 1 or more; lower is more privileged. Only the CLI creates roles of level 0.',
  ),
}).meta({ id: 'NewRole', description: 'A role to create.' })

/** A change to a role, over REST and from code. */
export const roleChangeShape = object({
  level: described(
    number().integer().required().min(0).max(MAX_LEVEL),
    'The new level, 1 or more; lower is more privileged.',
  ),
}).meta({ id: 'RoleChange', description: 'The new level of a role.' })

/** Returns whether a canonical name, which may be longer than the given one, follows the rules. */
function isRoleName(name: string): boolean {
  return !isLongerThan(name, ROLE_NAME.max) && ROLE_NAME.pattern.test(name)
}
