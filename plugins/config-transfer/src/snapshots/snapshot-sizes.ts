import type { Knex } from '@plinth/kernel'
import { JOURNAL, SNAPSHOTS } from './snapshot-tables.js'

/**
 * Returns the size in bytes of what the journal keeps for each snapshot, by id. Only the newest one still grows, and
 * the one before it while another transaction takes the newest. The sizes of the others are stored.
 */
export async function snapshotSizes(knex: Knex): Promise<ReadonlyMap<number, number>> {
  const snapshots = await sizedSnapshots(knex)
  const sizes = new Map<number, number>()
  for (const [index, { id, bytes }] of snapshots.entries())
    sizes.set(id, bytes === null ? await sizeBetween(knex, id, snapshots[index + 1]?.id) : Number(bytes))
  return sizes
}

/** Stores the sizes of all snapshots except the newest, before another one is taken. */
export async function storeSizes(transaction: Knex.Transaction): Promise<void> {
  const snapshots = await sizedSnapshots(transaction)
  for (const [index, { id, bytes }] of snapshots.entries()) {
    const next = snapshots[index + 1]
    if (bytes !== null || !next) continue
    const size = await sizeBetween(transaction, id, next.id)
    await transaction(SNAPSHOTS).where({ id }).update({ bytes: size })
  }
}

/** Forgets the size of a snapshot to which rows are added again, because the next one was deleted. */
export async function forgetSize(transaction: Knex.Transaction, id: number): Promise<void> {
  await transaction(SNAPSHOTS).where({ id }).update({ bytes: null })
}

function sizedSnapshots(knex: Knex): Promise<{ readonly id: number; readonly bytes: string | number | null }[]> {
  return knex(SNAPSHOTS).select('id', 'bytes').orderBy('id')
}

async function sizeBetween(knex: Knex, first: number, next: number | undefined): Promise<number> {
  const rows = knex(JOURNAL).where('epoch', '>=', first)
  if (next !== undefined) rows.where('epoch', '<', next)
  const [found] = await rows.select(knex.raw('sum(octet_length(image)) AS size'))
  return Number(found.size) // NULL counts as 0
}
