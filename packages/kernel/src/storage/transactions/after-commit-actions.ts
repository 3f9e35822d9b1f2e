import type { Knex } from 'knex'

const actions = new WeakMap<Knex.Transaction, (() => void)[]>()

/** Returns the actions that run once a transaction, or that of a savepoint, is committed. More can be added to them. */
export function afterCommitActions(transaction: Knex.Transaction): (() => void)[] {
  const existing = actions.get(transaction)
  if (existing) return existing
  const added: (() => void)[] = []
  actions.set(transaction, added)
  return added
}
