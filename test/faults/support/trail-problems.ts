import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { SECRET_KEY } from '../../support/service-process.js'
import type { Inspection, Row } from './inspect.js'

/** The sealing key that Plinth derives from the signing key, computed here as documented and not by its code. */
const KEY = Buffer.from(hkdfSync('sha256', SECRET_KEY, '', 'plinth audit trail', 32)).toString('base64url')
const KEY_ID = createHash('sha256').update(`plinth audit key id:${KEY}`).digest('hex').slice(0, 16)
const SEALED_COLUMNS = [
  'id',
  'happened_at',
  'event',
  'result',
  'actor_kind',
  'actor',
  'target',
  'address',
  'request_id',
  'details',
]
const NUMERIC_COLUMNS = new Set(['id', 'happened_at'])

type Value = Row[string] | undefined

/** Returns the mismatches between changes and events, and the gaps and changed events in the chain of sealed events. */
export async function trailProblems(inspection: Inspection): Promise<string[]> {
  const events = await inspection.rows('SELECT * FROM plinth_audit_events ORDER BY position')
  const users = (await inspection.rows("SELECT username FROM plinth_users WHERE username <> 'sudo'")).map(
    (row) => row.username,
  )
  const tokens = await inspection.rows('SELECT jti, revoked_at FROM plinth_third_party_tokens')
  const revoked = tokens.filter(({ revoked_at }) => revoked_at !== null)
  const targetsOf = (name: string): Value[] => events.filter(({ event }) => event === name).map(({ target }) => target)
  const deleted = new Set(targetsOf('user-deleted'))
  return [
    ...differences(
      'user',
      users,
      targetsOf('signup').filter((name) => !deleted.has(name)),
    ),
    ...differences(
      'token',
      tokens.map(({ jti }) => jti),
      targetsOf('token-created'),
    ),
    ...differences(
      'revoked token',
      revoked.map(({ jti }) => jti),
      [...new Set(targetsOf('token-revoked'))],
    ),
    ...breaksIn(events.filter(({ position }) => position !== null)),
  ]
}

function differences(what: string, existing: readonly Value[], recorded: readonly Value[]): string[] {
  return [
    ...existing.filter((name) => !recorded.includes(name)).map((name) => `the ${what} ${name} has no event`),
    ...recorded
      .filter((name) => !existing.includes(name))
      .map((name) => `there is an event of the ${what} ${name}, which does not exist`),
    ...recorded
      .filter((name, index) => recorded.indexOf(name) !== index)
      .map((name) => `the ${what} ${name} has two events`),
  ]
}

function breaksIn(events: readonly Row[]): string[] {
  let previousSeal = ''
  return events.flatMap((event, index) => {
    const values = SEALED_COLUMNS.map((column) => (NUMERIC_COLUMNS.has(column) ? Number(event[column]) : event[column]))
    const text = JSON.stringify(['event', previousSeal, index + 1, ...values])
    previousSeal = String(event.seal)
    if (Number(event.position) !== index + 1) return [`the chain of events has a gap before ${event.position}`]
    const isVerifiable = event.key_id === KEY_ID
    const isIntact = !isVerifiable || createHmac('sha256', KEY).update(text).digest('hex') === event.seal
    return isIntact ? [] : [`the event ${event.position} was changed after it was sealed`]
  })
}
