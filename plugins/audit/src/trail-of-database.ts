import type { Database, Knex } from '@plinth/kernel'
import type { SecurityRecord } from '@plinth/kernel/contracts'
import { AuditStore } from './audit-store.js'
import { SealingKeys, type SealingSettings } from './sealing-key.js'
import { type NotedPlace, type Verification, Verifier } from './verification.js'

/** Adds an event to the trail of a database that no kernel works on. The next start seals it. */
export function recordEvent(database: Database, transaction: Knex.Transaction, record: SecurityRecord): Promise<void> {
  return new AuditStore({ database }).insert(transaction, record)
}

/** As `AuditTrail.verify`, of a database that is open for reading and that no kernel works on. Writes nothing. */
export function verifyTrail(database: Database, settings: SealingSettings, noted?: NotedPlace): Promise<Verification> {
  return new Verifier(new SealingKeys({ settings }), noted).verify(database, new AuditStore({ database }))
}
