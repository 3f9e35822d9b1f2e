import { sharePostgres, stopPostgres } from '@plinth/testing'

/** Mocha's global fixtures: they run once, before and after all files, in the main process. */
export const mochaGlobalSetup = sharePostgres
export const mochaGlobalTeardown = stopPostgres
