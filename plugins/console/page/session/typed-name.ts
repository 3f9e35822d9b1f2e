import type { LoginName } from './session-store.js'

/** A name that a person types to log in. */
export interface TypedName {
  readonly value: string
  /** Whether the person has said that it is a username although it looks like an e-mail address. */
  readonly isUsername: boolean
}

export const NO_NAME: TypedName = { value: '', isUsername: false }

/** What is taken for an e-mail address. A username may look like one, too. */
const EMAIL = /^[^@]+@[^@]+$/

export const looksLikeEmail = ({ value }: TypedName) => EMAIL.test(value)

/** A name is tried in one way only, because a refused attempt counts. */
export function loginNameOf(name: TypedName): LoginName {
  return looksLikeEmail(name) && !name.isUsername ? { email: name.value } : { username: name.value }
}
