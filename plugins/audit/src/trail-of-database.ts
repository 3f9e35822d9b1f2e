import type { Database, Knex } from '@plinth/kernel'
import type { SecurityRecord } from '@plinth/kernel/contracts'
import { AuditStore } from './audit-store.js'
import { SealingKeys, type SealingSettings } from './sealing-key.js'
import { type NotedPlace, type Verification, Verifier } from './verification.js'

/** Adds an event to the trail of a database that no kernel works on. The next start seals it. */
export function recordEvent(database: Database, transaction: Knex.Transaction, record: SecurityRecord): Promise<void> {
  return new AuditStore({ database }).insert(transaction, record)
}

/**
 * Whether one of these keys has sealed where the chain of a database begins and ends; also when nothing is sealed yet.
 * Reads only.
 */
export async function sealsOn(database: Database, settings: SealingSettings): Promise<boolean> {
  const kept = await database.read((knex) => new AuditStore({ database }).ends(knex))
  return kept === undefined || new SealingKeys({ settings }).ofEnds(kept.keyId) !== undefined
}

/** As `AuditTrail.verify`, of a database that is open for reading and that no kernel works on. Writes nothing. */
export function verifyTrail(database: Database, settings: SealingSettings, noted?: NotedPlace): Promise<Verification> {
  return new Verifier(new SealingKeys({ settings }), noted).verify(database, new AuditStore({ database }))
}
