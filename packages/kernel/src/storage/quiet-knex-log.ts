/**
 * Logger that discards everything. Knex's own would print statements with their values to the console. All errors are
 * thrown to the caller anyway.
 */
export const quietKnexLog = {
  warn: () => {},
  error: () => {},
  deprecate: () => {},
  debug: () => {},
}
