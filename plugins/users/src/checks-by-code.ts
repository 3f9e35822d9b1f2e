import { httpErrors } from '@plinth/kernel'
import { compileCheck } from '@plinth/kernel/tools'
import { object } from 'yup'
import { signUpShape, userChangesShape } from './user-shapes.js'

// A host may hand on what somebody has typed: what REST refuses is refused by code too, by the names that code uses.

const { username, role_name: roleName, email, password } = signUpShape.fields
const { role_name: otherRole, disabled: isDisabled, ...profile } = userChangesShape.fields
const { name, lastname } = profile // which may be null

/** Throws `INVALID_BODY` for what is not a `SignUp`. */
export const checkSignUp = compileCheck(
  object({ username, roleName, email, password, name, lastname }),
  httpErrors.INVALID_BODY,
)

/** Throws `INVALID_BODY` for what is not a `WantedChanges`. */
export const checkChanges = compileCheck(
  object({ ...profile, roleName: otherRole, isDisabled }),
  httpErrors.INVALID_BODY,
)
