/** Refused or failed. */
export const FAILED = 1
/** The words of the call are wrong. */
export const WRONG_CALL = 2
/** Settings, database, schema or port are wrong. */
export const CANNOT_START = 3
