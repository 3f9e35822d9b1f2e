/**
 * Logger that discards everything. Knex would print statements with their values to the console; callers get all errors
 * anyway.
 */
export const quietKnexLog = {
  warn: () => {},
  error: () => {},
  deprecate: () => {},
  debug: () => {},
}
