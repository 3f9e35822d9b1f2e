import type { Database, Knex } from '@plinth/kernel'
import { storedTime } from '@plinth/kernel/tools'

/** A stored second factor. */
export interface StoredFactor {
  readonly sealedSecret: string
  /** In ms; null until a code has completed the enrolment. */
  readonly enrolledAt: number | null
}

const FIND = 'SELECT sealed_secret, enrolled_at FROM plinth_second_factors WHERE user_identifier = ?'
/** Replaces a secret whose enrolment was not completed. */
const BEGIN_ENROLMENT = `INSERT INTO plinth_second_factors (user_identifier, sealed_secret, last_step) VALUES (?, ?, 0)
  ON CONFLICT (user_identifier) DO UPDATE SET sealed_secret = excluded.sealed_secret, last_step = 0
  WHERE plinth_second_factors.enrolled_at IS NULL RETURNING user_identifier`
const USE_STEP = `UPDATE plinth_second_factors SET last_step = ?, sealed_secret = ?, enrolled_at = COALESCE(enrolled_at, ?)
  WHERE user_identifier = ? AND last_step < ? RETURNING user_identifier`
const DELETE = `DELETE FROM plinth_second_factors WHERE user_identifier = ? RETURNING enrolled_at`

/**
 * A code that was accepted: its time step (see `stepOf`), and the secret, sealed with the current key, so that the
 * previous key can be removed.
 */
export interface UsedStep {
  readonly step: number
  /** When it was used, in ms. */
  readonly at: number
  readonly sealedSecret: string
}

/** Stores second factors, at most one for each user. */
export class SecondFactorStore {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  async find(userIdentifier: string, transaction?: Knex.Transaction): Promise<StoredFactor | undefined> {
    const bindings = [userIdentifier]
    const [row] = await (transaction
      ? this.#database.execute<FactorRow>(transaction, FIND, bindings)
      : this.#database.lookUp<FactorRow>(FIND, bindings))
    return row && { sealedSecret: row.sealed_secret, enrolledAt: storedTime(row.enrolled_at) }
  }

  /** Stores a secret to enrol. Returns `false` if the user has enrolled one already. */
  async begin(transaction: Knex.Transaction, userIdentifier: string, sealedSecret: string): Promise<boolean> {
    return (await this.#database.execute(transaction, BEGIN_ENROLMENT, [userIdentifier, sealedSecret])).length > 0
  }

  /** Uses the code of a step, and completes the enrolment. Returns `false` if this code or a later one was used. */
  async useStep(
    transaction: Knex.Transaction,
    userIdentifier: string,
    { step, at, sealedSecret }: UsedStep,
  ): Promise<boolean> {
    const bindings = [step, sealedSecret, at, userIdentifier, step]
    return (await this.#database.execute(transaction, USE_STEP, bindings)).length > 0
  }

  /** Deletes the factor of a user. Returns whether it was enrolled. */
  async delete(transaction: Knex.Transaction, userIdentifier: string): Promise<boolean> {
    const [row] = await this.#database.execute<Pick<FactorRow, 'enrolled_at'>>(transaction, DELETE, [userIdentifier])
    return row !== undefined && row.enrolled_at !== null
  }

  /** Returns the number of users with a factor. */
  countEnrolled(): Promise<number> {
    return this.#database.read(async (knex) => {
      const [row] = await knex('plinth_second_factors').whereNotNull('enrolled_at').count({ factors: '*' })
      return Number(row?.factors)
    })
  }
}

interface FactorRow {
  readonly sealed_secret: string
  readonly enrolled_at: number | string | null
}
