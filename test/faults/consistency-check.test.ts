import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { Deployment, databaseNamed, TEST_TIMEOUT_MS } from './support/deployment.js'
import { inspect } from './support/inspect.js'
import type { Ledger } from './support/ledger.js'

/** Defects that the consistency check must find. Each is SQL, or a change of the ledger. `undo` is SQL. */
const DEFECTS: readonly [what: string, defect: string | ((ledger: Ledger) => void), report: RegExp, undo?: string][] = [
  [
    'a missing user whose signup was acknowledged',
    (ledger) => ledger.noteUser('ghost', 'acknowledged'),
    /ghost was acknowledged and is lost/,
  ],
  ['an unknown user', (ledger) => ledger.users.delete('anna'), /anna exists without an acknowledged signup/],
  [
    'a user whose signup was refused',
    (ledger) => ledger.noteUser('anna', 'refused'),
    /anna exists without an acknowledged signup/,
  ],
  [
    'a missing session whose login was acknowledged',
    (ledger) => ledger.noteSession(randomBytes(32).toString('base64url'), 'valid'),
    /a session was acknowledged and is lost/,
  ],
  [
    'a session that still exists after a logout',
    (ledger) => ledger.noteSession(ledger.keysThatAre('valid')[0] ?? '', 'ended'),
    /a session exists after it was ended.*a request with an ended key got 200/,
  ],
  ['an unknown session', (ledger) => ledger.sessions.clear(), /2 unknown sessions, but 0 logins of unknown outcome/],
  [
    'a token that was revoked without a request',
    'UPDATE plinth_third_party_tokens SET revoked_at = 1',
    /a valid token is revoked.*a request with a valid key got 401/,
    'UPDATE plinth_third_party_tokens SET revoked_at = NULL',
  ],
  [
    'an import that is incomplete',
    "DELETE FROM plinth_segments WHERE manufacturer_id = (SELECT id FROM plinth_manufacturers WHERE name = 'whole-3')",
    /the import whole is incomplete: 5,4 rows of 5/,
    "INSERT INTO plinth_segments (name, manufacturer_id) SELECT 'North', id FROM plinth_manufacturers WHERE name = 'whole-3'",
  ],
  [
    'a missing import that was acknowledged',
    (ledger) => ledger.noteImport('gone', 5, 'acknowledged'),
    /the import gone was acknowledged and is lost/,
  ],
  ['an unknown import', (ledger) => ledger.imports.clear(), /rows of the import whole exist/],
  [
    'a duplicate name',
    "UPDATE plinth_users SET username = 'SUDO' WHERE username = 'anna'",
    /plinth_users.username has sudo twice/,
    "UPDATE plinth_users SET username = 'anna' WHERE username = 'SUDO'",
  ],
  [
    'a row with a dangling reference',
    `SET session_replication_role = replica; UPDATE plinth_segments SET manufacturer_id = manufacturer_id + 1000000; SET session_replication_role = DEFAULT`,
    /5 rows of plinth_segments have a dangling reference/,
    'UPDATE plinth_segments SET manufacturer_id = manufacturer_id - 1000000',
  ],
  [
    'a second sudo',
    "UPDATE plinth_users SET role_id = (SELECT id FROM plinth_roles WHERE name = 'sudo') WHERE username = 'anna'",
    /there are 2 sudo users/,
    "UPDATE plinth_users SET role_id = (SELECT id FROM plinth_roles WHERE name = 'guest') WHERE username = 'anna'",
  ],
  [
    'a user without a signup event',
    "UPDATE plinth_audit_events SET target = 'nobody' WHERE event = 'signup'",
    /the user anna has no event.*an event of the user nobody/,
    "UPDATE plinth_audit_events SET target = 'anna' WHERE event = 'signup'",
  ],
  [
    'a gap in the chain of events',
    'UPDATE plinth_audit_events SET position = position + 1000 WHERE position > 1',
    /the chain of events has a gap before 1002/,
    'UPDATE plinth_audit_events SET position = position - 1000 WHERE position > 1',
  ],
  [
    'an event that was changed',
    "UPDATE plinth_audit_events SET address = 'elsewhere' WHERE position = 1",
    /the event 1 was changed after it was sealed/,
    'UPDATE plinth_audit_events SET address = NULL WHERE position = 1',
  ],
  ['a secret in a log', (ledger) => ledger.secrets.add('Plinth is listening'), /a secret is in a log/],
  ['a wrong response', (ledger) => ledger.violations.push('500: broken'), /500: broken/],
]

describe('the consistency check after a fault', function () {
  this.timeout(TEST_TIMEOUT_MS)
  let deployment: Deployment
  before(async () => {
    deployment = await Deployment.on(databaseNamed('PostgreSQL'))
    await deployment.start()
    await deployment.caller.signUp('anna')
    await deployment.caller.logIn('anna')
    await deployment.caller.issueToken()
    await deployment.caller.importManufacturers('whole', 5)
    await deployment.checkConsistency()
  })
  after(() => deployment.close())

  for (const [what, defect, report, undo] of DEFECTS) {
    it(`finds ${what}`, async () => {
      const before = deployment.ledger.copy()
      if (typeof defect === 'string') await inspect(deployment.database, (inspection) => inspection.rows(defect))
      else defect(deployment.ledger)

      const found = await deployment.checkConsistency().then(
        () => 'nothing',
        (error: { actual: string[] }) => error.actual.join(', '),
      )
      deployment.ledger.restore(before)
      if (undo) await inspect(deployment.database, (inspection) => inspection.rows(undo))

      expect(found).to.match(report)
      await deployment.checkConsistency()
    })
  }
})
