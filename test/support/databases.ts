import { stopPostgres } from '@plinth/testing'

/** mocha's own name for what runs once, after all files. */
export const mochaGlobalTeardown = stopPostgres
