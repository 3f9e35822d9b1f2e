import { httpErrors } from '@plinth/kernel'
import { compileCheck } from '@plinth/kernel/tools'
import { number, object } from 'yup'
import { newRoleShape, newUserShape, roleChangeShape, signUpShape, userChangesShape } from './user-shapes.js'

// A host may pass on the input of its users, so calls from code are validated by the same rules as REST requests. Only
// the field names differ.

/** The last millisecond with a year of four digits. */
const MAX_TIME = Date.UTC(10_000, 0) - 1

const { username, role_name: roleName, email } = newUserShape.fields
const { password } = signUpShape.fields
const { role_name: newRoleName, disabled: isDisabled, valid_until: _, ...profile } = userChangesShape.fields
const { name, lastname } = profile // nullable, unlike those of `signUpShape`
const validUntil = number().integer().min(0).max(MAX_TIME).nullable()

/** Throws `INVALID_BODY` unless the value is a valid `SignUp`. */
export const checkSignUp = compileCheck(
  object({ username, roleName, email, password, name, lastname, validUntil }),
  httpErrors.INVALID_BODY,
)

/** Throws `INVALID_BODY` unless the value is a valid `NewUser`. */
export const checkNewUser = compileCheck(
  object({ username, roleName, email, name, lastname, validUntil }),
  httpErrors.INVALID_BODY,
)

/** Throws `INVALID_BODY` unless the value is a valid `WantedChanges`. */
export const checkChanges = compileCheck(
  object({ ...profile, roleName: newRoleName, isDisabled, validUntil }),
  httpErrors.INVALID_BODY,
)

/** Throws `INVALID_BODY` unless the value is a valid new role. */
export const checkNewRole = compileCheck(newRoleShape, httpErrors.INVALID_BODY)

/** Throws `INVALID_BODY` unless the value is a valid change to a role. */
export const checkLevel = compileCheck(roleChangeShape, httpErrors.INVALID_BODY)
