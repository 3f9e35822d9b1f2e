import { sharePostgres, stopPostgres } from '@plinth/testing'

/** mocha's own names for what runs once, before and after all files, in the process that starts the others. */
export const mochaGlobalSetup = sharePostgres
export const mochaGlobalTeardown = stopPostgres
