import { string, type ValidationError } from 'yup'
import type { LoginName } from '../contracts/login-name.js'

export type { LoginName }

/** The fields of a body with a login name. Add the test `expectOneName` to its schema. */
export const loginNameFields = {
  username: string().min(1).max(255).meta({ description: 'The username; case is ignored. Give this or `email`.' }),
  email: string()
    .min(1)
    .max(255)
    .meta({ description: 'The e-mail address; case is ignored. Give this or `username`.' }),
}

interface NameInBody {
  readonly username?: string | undefined
  readonly email?: string | undefined
}

/** A test of yup: exactly one of the two names must be there. */
export function expectOneName(
  { username, email }: NameInBody,
  { createError }: { createError: (error: { path: string; message: string }) => ValidationError },
): true | ValidationError {
  if ((username === undefined) !== (email === undefined)) return true
  return createError({ path: 'username', message: 'or email is required, and not both' })
}

/** Returns the name in a body that has passed `expectOneName`. */
export function loginNameIn({ username, email = '' }: NameInBody): LoginName {
  return username === undefined ? { by: 'email', value: email } : { by: 'username', value: username }
}

/** Throws a `TypeError` if the second argument of `call` is not a login name, for callers without type checking. */
export function expectLoginName(name: unknown, call: string): asserts name is LoginName {
  const { by, value } = (name ?? {}) as { by?: unknown; value?: unknown }
  if ((by === 'username' || by === 'email') && typeof value === 'string') return
  throw new TypeError(`${call} needs { by: "username", value } or { by: "email", value } as its second argument.`)
}
