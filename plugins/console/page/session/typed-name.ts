import type { LoginName } from './session-store.js'

/** A username or e-mail address that the user types to log in. */
export interface TypedName {
  readonly value: string
  /** Whether the user has said that it is a username although it looks like an e-mail address. */
  readonly isUsername: boolean
}

export const NO_NAME: TypedName = { value: '', isUsername: false }

/** What looks like an e-mail address. A username may look like one, too. */
const EMAIL = /^[^@]+@[^@]+$/

export const looksLikeEmail = ({ value }: TypedName) => EMAIL.test(value)

/** Returns the name to log in with. It is tried in one way only: each refused attempt counts towards a lock. */
export function loginNameOf(name: TypedName): LoginName {
  return looksLikeEmail(name) && !name.isUsername ? { email: name.value } : { username: name.value }
}
