import type { Database, Knex } from '@plinth/kernel'
import { keyId } from './token-signer.js'

const TABLE = 'plinth_signing_key'
/** There is one row. */
const ONLY = { id: 1 }

/** The row that names the key by which tokens are signed now. */
export class SigningKeyStore {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  find(): Promise<string | undefined> {
    return this.#database.read(nameIn)
  }

  /** Names a key where none is named yet; returns the one that is named then. */
  claim(keyId: string, at: number): Promise<string | undefined> {
    return this.#database.write(async (transaction) => {
      await transaction(TABLE)
        .insert({ ...ONLY, key_id: keyId, since: at })
        .onConflict('id')
        .ignore()
      return nameIn(transaction)
    })
  }

  /** Names another key, if `former` is still the one that is named. */
  async replace(
    transaction: Knex.Transaction,
    { former, keyId, at }: { former: string; keyId: string; at: number },
  ): Promise<void> {
    await transaction(TABLE)
      .where({ ...ONLY, key_id: former })
      .update({ key_id: keyId, since: at })
  }
}

/** Whether the key that signs on a database is one of these; also when none has signed there yet. Reads only. */
export async function signsOn(database: Database, keys: readonly string[]): Promise<boolean> {
  const signing = await database.read(async (knex) => ((await knex.schema.hasTable(TABLE)) ? nameIn(knex) : undefined))
  return signing === undefined || keys.map(keyId).includes(signing)
}

async function nameIn(knex: Knex): Promise<string | undefined> {
  const row = await knex(TABLE).where(ONLY).first()
  return row && String(row.key_id)
}
