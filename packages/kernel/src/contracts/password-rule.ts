/** The user whose password is set. */
export interface PasswordOwner {
  readonly username: string
  readonly email: string
}

/** A rule that a new password must satisfy. */
export interface PasswordRule {
  /** The objection to the password, which must not repeat it; `undefined` if there is none. */
  objection(password: string, owner: PasswordOwner): string | undefined | Promise<string | undefined>
}
