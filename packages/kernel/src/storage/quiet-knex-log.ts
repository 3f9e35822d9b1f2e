/**
 * Logger that discards everything. Knex's own would print statements with their values. All errors are thrown anyway.
 */
export const quietKnexLog = {
  warn: () => {},
  error: () => {},
  deprecate: () => {},
  debug: () => {},
}
