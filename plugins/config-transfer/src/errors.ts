import { defineErrors } from '@plinth/kernel'

/** The errors of imports, exports, plans and snapshots. */
export const errors = defineErrors({
  // 400, not 503: the contract of the REST API requires it
  DATABASE_NOT_CONNECTED: [400, 'Database not connected'],
  INVALID_JSON_FILE: [400, 'Invalid JSON file: {reason}'],
  NOT_A_CONFIGURATION: [400, 'The file is not a configuration file: {reason}'],
  UNKNOWN_VERSION: [400, 'The file has the format version "{version}"; only versions 1.x are supported.'],
  TABLE_NOT_FOUND: [404, 'There is no table with that name.'],
  IMPORT_OUTDATED: [
    409,
    'Nothing was written: the level of a role of imported users was changed meanwhile. Import the file again.',
  ],
  TOO_MANY_RECORD_SEARCHES: [503, 'Two searches for records are already running. Try again shortly.'],
  TOO_MANY_IMPORTS: [503, 'One import is running here and four others are already waiting. Try again shortly.'],
  TOO_MANY_EXPORTS: [503, 'Two exports are already running. Try again shortly.'],
  TOO_MANY_PLANS: [503, 'One plan is being made here and four others are already waiting. Try again shortly.'],
  TOO_MANY_STORED_PLANS: [409, 'There are {count} plans already. Delete one, or wait until it expires.'],
  TOO_MANY_RECORDS: [
    413,
    'The file has too many records: their names need more than {megabytes} MB of memory. Split the file, or give the service more memory.',
  ],
  PLAN_NOT_FOUND: [404, 'There is no plan with that id. Plans expire.'],
  PLAN_NOT_APPLICABLE: [409, 'The plan {reason}.'],
  PLAN_NEEDS_SECOND_PERSON: [
    403,
    'A user other than the one who made the plan must apply it. Only the CLI can apply a plan that was made with a third-party token.',
  ],
  PLAN_MORE_PRIVILEGED: [403, 'The plan adds or changes a role or user that is more privileged than the caller.'],
  PLAN_OUTDATED: [
    412,
    'Nothing was changed: others have changed {records} of the plan since it was made. Make a new plan.',
  ],
  MERGE_NEEDS_FILE: [409, 'Two snapshots cannot be merged: "base" or "theirs" must be an uploaded file.'],
  SNAPSHOT_NOT_FOUND: [404, 'There is no snapshot with that id.'],
  FILE_NOT_FOUND: [404, 'There is no file with that id. Files expire.'],
  TOO_MANY_STORED_FILES: [409, 'There are {count} files already. Delete one, or wait until it expires.'],
  STATE_NOT_FOUND: [404, 'There is neither a snapshot nor a file with the id "{id}". Files expire.'],
})

/** The errors of every route that reads a configuration file. */
export const fileErrors = [errors.INVALID_JSON_FILE, errors.NOT_A_CONFIGURATION, errors.UNKNOWN_VERSION]
/** The errors of every route that makes a plan. */
export const planErrors = [errors.TOO_MANY_PLANS, errors.TOO_MANY_RECORDS, errors.TOO_MANY_STORED_PLANS]
