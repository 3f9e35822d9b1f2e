import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { Ledger } from './support/ledger.js'
import { lookAt } from './support/look.js'
import { databaseNamed, Site, TEST_TIMEOUT_MS } from './support/site.js'

/**
 * What the audit must find, with what it says: something in the database or in the ledger that is not as it should be.
 */
const WRONGS: readonly [what: string, wrong: string | ((ledger: Ledger) => void), says: RegExp, undo?: string][] = [
  [
    'a user who was acknowledged and is not there',
    (ledger) => ledger.noteUser('ghost', 'acknowledged'),
    /ghost was acknowledged and is lost/,
  ],
  ['a user of whom nobody knows', (ledger) => ledger.users.delete('anna'), /anna is there, and nobody was told so/],
  ['a user who was refused', (ledger) => ledger.noteUser('anna', 'refused'), /anna is there, and nobody was told so/],
  [
    'a session that was acknowledged and is not there',
    (ledger) => ledger.noteSession(randomBytes(32).toString('base64url'), 'good'),
    /a session was acknowledged and is lost/,
  ],
  [
    'a session that was ended and is there',
    (ledger) => ledger.noteSession(ledger.keysThatAre('good')[0] ?? '', 'dead'),
    /a session was ended and is there.*a dead key is answered 200/,
  ],
  ['a session of nobody', (ledger) => ledger.sessions.clear(), /2 sessions are nobody's, of 0 unknown logins/],
  [
    'a token that is revoked',
    'UPDATE plinth_third_party_tokens SET revoked_at = 1',
    /a good token is revoked.*a good key is answered 401/,
    'UPDATE plinth_third_party_tokens SET revoked_at = NULL',
  ],
  [
    'an import of which a part is there',
    "DELETE FROM plinth_segments WHERE manufacturer_id = (SELECT id FROM plinth_manufacturers WHERE name = 'whole-3')",
    /the import whole is mixed: 5,4 rows of 5/,
    "INSERT INTO plinth_segments (name, manufacturer_id) SELECT 'North', id FROM plinth_manufacturers WHERE name = 'whole-3'",
  ],
  [
    'an import that was acknowledged and is absent',
    (ledger) => ledger.noteImport('gone', 5, 'acknowledged'),
    /the import gone was acknowledged and is lost/,
  ],
  ['an import of which nobody knows', (ledger) => ledger.imports.clear(), /rows of the import whole are there/],
  [
    'a name that is there twice',
    "UPDATE plinth_users SET username = 'SUDO' WHERE username = 'anna'",
    /plinth_users.username has sudo twice/,
    "UPDATE plinth_users SET username = 'anna' WHERE username = 'SUDO'",
  ],
  [
    'a row that refers to nothing',
    `SET session_replication_role = replica; UPDATE plinth_segments SET manufacturer_id = manufacturer_id + 1000000; SET session_replication_role = DEFAULT`,
    /5 rows of plinth_segments refer to nothing/,
    'UPDATE plinth_segments SET manufacturer_id = manufacturer_id - 1000000',
  ],
  [
    'a second sudo',
    "UPDATE plinth_users SET role_id = (SELECT id FROM plinth_roles WHERE name = 'sudo') WHERE username = 'anna'",
    /there are 2 users with the role sudo/,
    "UPDATE plinth_users SET role_id = (SELECT id FROM plinth_roles WHERE name = 'guest') WHERE username = 'anna'",
  ],
  [
    'a user without an event',
    "UPDATE plinth_audit_events SET target = 'nobody' WHERE event = 'signup'",
    /the user anna is there without its event.*an event of the user nobody/,
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
    /the event 1 is not as it was sealed/,
    'UPDATE plinth_audit_events SET address = NULL WHERE position = 1',
  ],
  ['a secret in a log', (ledger) => ledger.secrets.add('Plinth is listening'), /a secret is in a log/],
  ['an answer that was wrong', (ledger) => ledger.violations.push('500: broken'), /500: broken/],
]

describe('the audit after a fault', function () {
  this.timeout(TEST_TIMEOUT_MS)
  let site: Site
  before(async () => {
    site = await Site.on(databaseNamed('PostgreSQL'))
    await site.start()
    await site.caller.signUp('anna')
    await site.caller.logIn('anna')
    await site.caller.issueToken()
    await site.caller.importMakers('whole', 5)
    await site.audit()
  })
  after(() => site.close())

  for (const [what, wrong, says, undo] of WRONGS) {
    it(`finds ${what}`, async () => {
      const before = site.ledger.copy()
      if (typeof wrong === 'string') await lookAt(site.place, (look) => look.rows(wrong))
      else wrong(site.ledger)

      const found = await site.audit().then(
        () => 'nothing',
        (error: { actual: string[] }) => error.actual.join(', '),
      )
      site.ledger.become(before)
      if (undo) await lookAt(site.place, (look) => look.rows(undo))

      expect(found).to.match(says)
      await site.audit()
    })
  }
})
