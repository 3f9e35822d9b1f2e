/** Knex writes statements with their values to the console by itself; every error reaches its caller anyway. */
export const quietKnexLog = {
  warn: () => {},
  error: () => {},
  deprecate: () => {},
  debug: () => {},
}
