import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { SECRET_KEY } from '../../support/service-process.js'
import type { Look, Row } from './look.js'

/** The key that `plinth` makes of the one that signs tokens, by the words of its documentation and not by its code. */
const KEY = Buffer.from(hkdfSync('sha256', SECRET_KEY, '', 'plinth audit trail', 32)).toString('base64url')
const KEY_ID = createHash('sha256').update(`plinth audit key id:${KEY}`).digest('hex').slice(0, 16)
const SEALED = [
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
const NUMBERS = new Set(['id', 'happened_at'])

type Value = Row[string] | undefined

/** No change is without its event and no event without its change, and what is sealed is one chain without a gap. */
export async function trailAgainst(look: Look): Promise<string[]> {
  const events = await look.rows('SELECT * FROM plinth_audit_events ORDER BY position')
  const users = (await look.rows("SELECT username FROM plinth_users WHERE username <> 'sudo'")).map(
    (row) => row.username,
  )
  const tokens = await look.rows('SELECT jti, revoked_at FROM plinth_third_party_tokens')
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

function differences(what: string, there: readonly Value[], told: readonly Value[]): string[] {
  return [
    ...there.filter((name) => !told.includes(name)).map((name) => `the ${what} ${name} is there without its event`),
    ...told
      .filter((name) => !there.includes(name))
      .map((name) => `there is an event of the ${what} ${name}, which is not there`),
    ...told.filter((name, at) => told.indexOf(name) !== at).map((name) => `the ${what} ${name} has two events`),
  ]
}

function breaksIn(events: readonly Row[]): string[] {
  let former = ''
  return events.flatMap((event, at) => {
    const values = SEALED.map((column) => (NUMBERS.has(column) ? Number(event[column]) : event[column]))
    const text = JSON.stringify(['event', former, at + 1, ...values])
    former = String(event.seal)
    if (Number(event.position) !== at + 1) return [`the chain of events has a gap before ${event.position}`]
    const isSound = event.key_id !== KEY_ID || createHmac('sha256', KEY).update(text).digest('hex') === event.seal
    return isSound ? [] : [`the event ${event.position} is not as it was sealed`]
  })
}
