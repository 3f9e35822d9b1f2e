/** The snapshots, the newest with the greatest id. */
export const SNAPSHOTS = 'plinth_snapshots'
/** The id of the last row that each table had when a snapshot was taken. */
export const SNAPSHOT_TABLES = 'plinth_snapshot_tables'
/** One row: the id of the newest snapshot ever taken; 0 while there is none. */
export const EPOCH = 'plinth_configuration_epoch'
/**
 * Rows as they were before their first change since a snapshot. `epoch` is the one at the time of the change. `image`
 * is NULL for a row that did not exist.
 */
export const JOURNAL = 'plinth_configuration_journal'
