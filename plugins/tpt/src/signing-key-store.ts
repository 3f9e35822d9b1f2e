import type { Database, Knex } from '@plinth/kernel'
import { keyId } from './token-signer.js'

const TABLE = 'plinth_signing_key'
/** Identifies the only row of the table. */
const ONLY_ROW = { id: 1 }

/** Stores the id of the current signing key. */
export class SigningKeyStore {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  find(knex: Knex): Promise<string | undefined> {
    return keyIdIn(knex)
  }

  /** Stores a key id unless there is one already. Returns the stored id. */
  claim(keyId: string, at: number): Promise<string | undefined> {
    return this.#database.write(async (transaction) => {
      await transaction(TABLE)
        .insert({ ...ONLY_ROW, key_id: keyId, since: at })
        .onConflict('id')
        .ignore()
      return keyIdIn(transaction)
    })
  }

  /** Replaces the key id if it is still `previous`. Returns whether it was. */
  async replace(
    transaction: Knex.Transaction,
    { previous, keyId, at }: { previous: string; keyId: string; at: number },
  ): Promise<boolean> {
    const changed = await transaction(TABLE)
      .where({ ...ONLY_ROW, key_id: previous })
      .update({ key_id: keyId, since: at })
    return changed > 0
  }
}

/** Returns whether the signing key of a database is one of these keys, or no key is stored yet. Read-only. */
export async function isSigningKeyAmong(database: Database, keys: readonly string[]): Promise<boolean> {
  const signing = await database.read(async (knex) => ((await knex.schema.hasTable(TABLE)) ? keyIdIn(knex) : undefined))
  return signing === undefined || keys.map(keyId).includes(signing)
}

/** Removes the id of a signing key that is permanently lost: the next start stores that of its own key. */
export async function forgetSigningKey(transaction: Knex.Transaction): Promise<void> {
  await transaction(TABLE).delete()
}

async function keyIdIn(knex: Knex): Promise<string | undefined> {
  const row = await knex(TABLE).where(ONLY_ROW).first()
  return row && String(row.key_id)
}
