import { createRequire } from 'node:module'
import { join } from 'node:path'
import knex from 'knex'

const { HOST_KNEX: folder } = process.env

/** Creates a Knex as a host does: of the version installed in the folder HOST_KNEX, if that is set. */
export const makeHostKnex: typeof knex =
  folder === undefined ? knex : createRequire(join(folder, 'package.json'))('knex')
