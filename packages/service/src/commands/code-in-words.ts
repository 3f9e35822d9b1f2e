/** A one-time code, as the tasks return it. */
export interface CodeToShow {
  readonly username: string
  readonly code: string
  readonly expires_at: string
}

/** Formats a new one-time code for people, and says how to use it. */
export function codeInWords({ username, code, expires_at: expiresAt }: CodeToShow): string {
  return (
    `${code}\nWith this code, ${username} can set a password until ${expiresAt}, once: “I have a code” at the login of the console, ` +
    'or POST /users/redeem_code. It is not shown again.'
  )
}
