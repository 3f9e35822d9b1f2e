import type { Database, Knex } from '@plinth/kernel'
import type { SecurityRecord } from '@plinth/kernel/contracts'
import { AuditStore } from './audit-store.js'
import { SealingKeys, type SealingSettings } from './sealing-keys.js'
import { type Checkpoint, type Verification, Verifier } from './verifier.js'

/** Adds an event to the trail of a database that no kernel uses. The next start seals it. */
export function recordEvent(database: Database, transaction: Knex.Transaction, record: SecurityRecord): Promise<void> {
  return new AuditStore({ database }).insert(transaction, record)
}

/** Returns whether the chain of a database was sealed with one of these keys, or nothing is sealed yet. Read-only. */
export async function isTrailSealedBy(database: Database, settings: SealingSettings): Promise<boolean> {
  const stored = await database.read((knex) => new AuditStore({ database }).ends(knex))
  return stored === undefined || new SealingKeys({ settings }).ofEnds(stored.keyId) !== undefined
}

/** Verifies a trail like `AuditTrail.verify`, for a database that was opened read-only, without a kernel. */
export function verifyTrail(
  database: Database,
  settings: SealingSettings,
  checkpoint?: Checkpoint,
): Promise<Verification> {
  return new Verifier(new SealingKeys({ settings }), checkpoint).verify(database, new AuditStore({ database }))
}
