/** Whose passwords a caller may set over REST, for the OpenAPI document; the rule itself is `maySetPassword`. */
export const WHOSE_PASSWORD =
  'Admins may set the passwords of users of level 1 or higher, sudo users only those of admins, and all others only their own.'
