/** The user whose password is being set. */
export interface PasswordOwner {
  readonly username: string
  readonly email: string
}

/** A rule that every new password must satisfy. Contributed to the point `passwordRules`. */
export interface PasswordRule {
  /** Returns why a password is rejected, or `undefined` to accept it. The reason must not repeat the password. */
  objection(password: string, owner: PasswordOwner): string | undefined | Promise<string | undefined>
}
