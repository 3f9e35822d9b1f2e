/** The name that somebody gives at a login. */
export interface LoginName {
  readonly by: 'username' | 'email'
  readonly value: string
}
