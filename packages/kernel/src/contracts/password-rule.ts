/** Whose password it is going to be. */
export interface PasswordOwner {
  readonly username: string
  readonly email: string
}

/** One thing that a new password must satisfy. */
export interface PasswordRule {
  /** The reason against the password in one sentence that does not repeat it, or `undefined` when it is good. */
  objection(password: string, owner: PasswordOwner): string | undefined | Promise<string | undefined>
}
