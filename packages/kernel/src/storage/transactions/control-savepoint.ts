import type { Knex } from 'knex'
import { hookSavepoint } from '../knex-internals.js'
import { afterCommitActions } from './after-commit-actions.js'

/**
 * Applies the rules of a transaction to a savepoint that has just begun: after a failed statement it executes no other
 * statement and is rolled back, as on PostgreSQL. SQLite may have rolled back the whole transaction by itself, for
 * example because the disk is full, and would then commit each further statement immediately. In that case the
 * savepoint cannot be rolled back either, and `failOuter` is called with the error. When the savepoint is released, its
 * after-commit actions move to the outer transaction or savepoint.
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
