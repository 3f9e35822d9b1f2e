import type { Database, Knex } from '@plinth/kernel'

/** A stored pump. */
export interface PumpRecord {
  readonly name: string
  readonly location: string | null
  /** Username of the person responsible for it. */
  readonly responsible: string | null
  /** Milliseconds since 1970. */
  readonly inspectedAt: number | null
}

/** The table of pumps. */
export class PumpStore {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /** Adds a pump; returns `false` if the name is taken. */
  insert(name: string, location: string | null, responsibleIdentifier: string): Promise<boolean> {
    return this.#database.write(async (transaction) => {
      // `plinth_people` is the view of users for plugins. Its numeric `id` is only for foreign keys: everything else
      // identifies users by the public `identifier`.
      const responsible = transaction('plinth_people').select('id').where({ identifier: responsibleIdentifier })
      const inserted = await transaction('pumps')
        .insert({ name, location, responsible_id: responsible })
        .onConflict('name')
        .ignore()
        .returning('id')
      return inserted.length > 0
    })
  }

  find(name: string): Promise<PumpRecord | undefined> {
    return this.#database.read(async (knex) => (await select(knex).where('pumps.name', name)).map(toRecord)[0])
  }

  /** Returns all pumps in the order of creation. */
  list(): Promise<PumpRecord[]> {
    return this.#database.read(async (knex) => (await select(knex)).map(toRecord))
  }

  async isEmpty(): Promise<boolean> {
    return this.#database.read(async (knex) => (await knex('pumps').select('id').first()) === undefined)
  }

  /** Records when a pump was inspected; returns `false` if there is no such pump. */
  markInspected(name: string, at: number): Promise<boolean> {
    return this.#database.write(async (transaction) => {
      const changed = await transaction('pumps').where({ name }).update({ inspected_at: at })
      return changed > 0
    })
  }
}

const select = (knex: Knex) =>
  knex('pumps')
    .leftJoin('plinth_people as p', 'p.id', 'pumps.responsible_id')
    .select('pumps.name', 'pumps.location', 'pumps.inspected_at', 'p.username')
    .orderBy('pumps.id')

/** pg returns a bigint as a string. */
function toRecord(row: Record<string, string | number | null>): PumpRecord {
  return {
    name: String(row.name),
    location: row.location === null ? null : String(row.location),
    responsible: row.username === null ? null : String(row.username),
    inspectedAt: row.inspected_at === null ? null : Number(row.inspected_at),
  }
}
