import type { Knex } from 'knex'

const actions = new WeakMap<Knex.Transaction, (() => void)[]>()

/** Returns the list of actions to run once a transaction or savepoint is committed. Append to it to add an action. */
export function afterCommitActions(transaction: Knex.Transaction): (() => void)[] {
  const existing = actions.get(transaction)
  if (existing) return existing
  const added: (() => void)[] = []
  actions.set(transaction, added)
  return added
}
