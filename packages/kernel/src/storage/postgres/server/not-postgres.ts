/** Error code of our own for a server that speaks PostgreSQL's protocol, but differs in what Plinth relies on. */
export const NOT_POSTGRES = 'NOT_POSTGRES'

/** Returns an error for such a server. `difference` continues "cannot be used: ". */
export function notPostgres(difference: string): Error {
  return Object.assign(new Error(difference), { code: NOT_POSTGRES })
}

/** Throws if a server says that it is something else, by the beginning of its `version()`. */
export function expectPostgres(version: string): void {
  if (!version.startsWith('PostgreSQL ')) throw notPostgres(`it is ${version}`)
}
