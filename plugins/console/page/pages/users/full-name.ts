import type { User } from '@plinth/client'

/** Returns the given and the family name of a user; a dash if the user has neither. */
export const fullNameOf = ({ name, lastname }: User) => [name, lastname].filter(Boolean).join(' ') || '–'
