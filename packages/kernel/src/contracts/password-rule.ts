/** The user whose password is being set. */
export interface PasswordOwner {
  readonly username: string
  readonly email: string
}

/** A rule that every new password must satisfy. Contributed to the point `passwordRules`. */
export interface PasswordRule {
  /** Returns the reason to reject a password, which must not repeat the password, or `undefined` to accept it. */
  objection(password: string, owner: PasswordOwner): string | undefined | Promise<string | undefined>
}
