/** The command was refused or failed, or its arguments or options are wrong. */
export const FAILED = 1
/** The configurations differ. Only `plinth config plan`, `diff`, `compare`, `merge` and `rollback` exit with it. */
export const DIFFERS = 2
/** The settings, the database, its schema or a port prevent a start. */
export const CANNOT_START = 3
