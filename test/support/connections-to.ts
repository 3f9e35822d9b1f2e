import type { TempDatabase } from '@plinth/testing'
import { withDatabase } from './with-database.js'

/** Returns the number of connections that services have to a PostgreSQL database. */
export const connectionsTo = (database: Pick<TempDatabase, 'url'>): Promise<number> =>
  withDatabase(database, async (db) => {
    const own = { datname: db.raw('current_database()'), application_name: 'plinth' }
    return (await db('pg_stat_activity').where(own)).length
  })
