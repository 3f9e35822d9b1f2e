import type { Database, Knex } from '@plinth/kernel'
import type { SecurityRecord } from '@plinth/kernel/contracts'
import { AuditStore } from './audit-store.js'
import { SealingKeys, type SealingSettings } from './sealing-key.js'
import { type Checkpoint, type Verification, Verifier } from './verification.js'

/** Adds an event to the trail of a database that no kernel uses. The next start seals it. */
export function recordEvent(database: Database, transaction: Knex.Transaction, record: SecurityRecord): Promise<void> {
  return new AuditStore({ database }).insert(transaction, record)
}

/**
 * Whether one of these keys has sealed the ends of the chain in a database; also `true` if nothing is sealed yet. Only
 * reads.
 */
export async function hasSealedTrail(database: Database, settings: SealingSettings): Promise<boolean> {
  const stored = await database.read((knex) => new AuditStore({ database }).ends(knex))
  return stored === undefined || new SealingKeys({ settings }).ofEnds(stored.keyId) !== undefined
}

/** Like `AuditTrail.verify`, for a database that is open for reading and that no kernel uses. Writes nothing. */
export function verifyTrail(
  database: Database,
  settings: SealingSettings,
  checkpoint?: Checkpoint,
): Promise<Verification> {
  return new Verifier(new SealingKeys({ settings }), checkpoint).verify(database, new AuditStore({ database }))
}
