/** The command was refused or failed. */
export const FAILED = 1
/** A configuration file differs from the configuration, as the exit code of `plinth config plan` and `diff`. */
export const DIFFERS = 2
/** The command, its arguments or its options are wrong. */
export const USAGE_ERROR = 2
/** The settings, the database, its schema or a port prevent a start. */
export const CANNOT_START = 3
