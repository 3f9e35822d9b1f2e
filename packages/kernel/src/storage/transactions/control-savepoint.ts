import type { Knex } from 'knex'
import { hookSavepoint } from '../knex-internals.js'
import { afterCommitActions } from './after-commit-actions.js'

/**
 * Gives a savepoint that has just begun the rules of a transaction: it executes nothing after a failed statement, and
 * is then rolled back, as on PostgreSQL. SQLite may have rolled back the whole transaction by itself, for example
 * because the disk is full, and would then commit each further statement at once. In that case the savepoint cannot be
 * rolled back either, and `failOuter` is called with the error. Once the savepoint is released, its actions for after
 * the COMMIT belong to the outer transaction or savepoint.
 */
export function controlSavepoint(
  savepoint: Knex.Transaction,
  outer: Knex.Transaction,
  failOuter: (error: unknown) => void,
): void {
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
  }
  hookSavepoint(savepoint, {
    failure: () => failure,
    execute: async (statement, isRollback) => {
      if (failure !== undefined && !isRollback) throw failure
      try {
        return await statement()
      } catch (error) {
        fail(error)
        if (isRollback) failOuter(error)
        throw error
      }
    },
    onRelease: () => afterCommitActions(outer).push(...afterCommitActions(savepoint)),
    onNested: (nested) => controlSavepoint(nested, savepoint, fail),
  })
}
