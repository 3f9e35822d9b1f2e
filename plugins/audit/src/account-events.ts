/** Events of the standard plugins whose target is always a user. Other targets may merely have the name of a user. */
const ACCOUNT_EVENTS = [
  'account-locked',
  'code-issued',
  'code-redeemed',
  'code-withdrawn',
  'first-start',
  'login',
  'login-begun',
  'login-confirmed',
  'logout',
  'password-changed',
  'password-reset',
  'recovery-codes-created',
  'role-changed',
  'second-factor-enrolled',
  'second-factor-removed',
  'sessions-ended',
  'signup',
  'user-changed',
  'user-disabled',
  'user-enabled',
  'user-unlocked',
  'validity-changed',
]
/** Events of an import, whose target is a user or a role. */
const RECORD_EVENTS = ['record-changed', 'record-imported']

const listed = (events: readonly string[]) => events.map((event) => `'${event}'`).join(', ')

/**
 * A condition for events about the account of their target. `details` is stored exactly as written, with `table` first.
 */
const IS_ABOUT_ACCOUNT = `(event IN (${listed(ACCOUNT_EVENTS)})
  OR event IN (${listed(RECORD_EVENTS)}) AND details LIKE '{"table":"Users",%')`

/**
 * Finds the events about the account of a username, the newest first. Those of a deleted user of the same name belong
 * to somebody else. Bindings: the username, the username again, the id before which to search, the maximum number.
 */
export const SELECT_ACCOUNT_HISTORY = `SELECT * FROM plinth_audit_events WHERE target = ? AND ${IS_ABOUT_ACCOUNT}
  AND id > coalesce((SELECT max(id) FROM plinth_audit_events WHERE target = ? AND event = 'user-deleted'), 0)
  AND id < ? ORDER BY id DESC LIMIT ?`
