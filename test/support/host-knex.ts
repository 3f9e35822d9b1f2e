import { createRequire } from 'node:module'
import { join } from 'node:path'
import knex from 'knex'

const { HOST_KNEX: folder } = process.env

/** Knex as a host brings it: the one that is installed in the folder HOST_KNEX where that is set, of any version. */
export const makeHostKnex: typeof knex =
  folder === undefined ? knex : createRequire(join(folder, 'package.json'))('knex')
