/** Error code of our own for a server that speaks PostgreSQL's protocol, but differs in what Plinth relies on. */
export const NOT_POSTGRES = 'NOT_POSTGRES'

/** Returns an error with the code `NOT_POSTGRES`. Its message, `difference`, continues "cannot be used: ". */
export function notPostgres(difference: string): Error {
  return Object.assign(new Error(difference), { code: NOT_POSTGRES })
}

/** Throws if the `version()` of a server is not that of PostgreSQL. */
export function expectPostgres(version: string): void {
  if (!version.startsWith('PostgreSQL ')) throw notPostgres(`it is ${version}`)
}
