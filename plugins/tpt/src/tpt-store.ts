import type { Database, Dialect, Knex } from '@plinth/kernel'
import { ReadCache, storedTime } from '@plinth/kernel/tools'

/** The record of a token, without the token itself. Times are in ms. */
export interface TptRecord {
  readonly id: number
  /** The identifier in the token. */
  readonly jti: string
  readonly roleName: string
  readonly roleLevel: number
  readonly createdAt: number
  /** Null for a token that does not expire. */
  readonly expiresAt: number | null
  /** Username of the creator. */
  readonly createdBy: string
  /** To the minute; null if it was never used. */
  readonly lastUsedAt: number | null
  /** Null unless it was revoked. */
  readonly revokedAt: number | null
  /** For people; null for none. */
  readonly name: string | null
  /** For people; null for none. */
  readonly note: string | null
}

type NewTpt = Pick<TptRecord, 'jti' | 'roleName' | 'createdAt' | 'expiresAt' | 'createdBy' | 'name' | 'note'> & {
  /** Id of the key that signs it. */
  readonly keyId: string
}

/** Number of active tokens that were signed with a key. */
export interface TokensOfKey {
  /** Id as returned by `keyId`; null for tokens that an earlier version created, perhaps with a previous key. */
  readonly keyId: string | null
  readonly tokens: number
}

/** Which tokens to list, the newest first. */
export interface TokenPage {
  readonly limit: number
  /** The identifier of a token: only older ones are listed. */
  readonly before?: string | undefined
  /** The username of the creator. */
  readonly createdBy?: string | undefined
  /** Only tokens that are neither revoked nor expired at this time, in ms. */
  readonly validAt?: number | undefined
}

const TOKENS = 'plinth_third_party_tokens'

const FIND = `
  SELECT t.id, t.jti, t.role_name, t.created_at, t.expires_at, t.created_by, t.last_used_at, t.revoked_at, t.name, t.note,
    r.level AS role_level
  FROM plinth_third_party_tokens t JOIN plinth_role_levels r ON r.name = t.role_name
  WHERE t.jti = ?`

const lockStatement = ({ rowLock }: Dialect) => `${FIND} ${rowLock('t', 'presence')}`
/** Locks in the order of ids, so that two requests whose tokens revoke each other do not deadlock. */
const lockAllStatement = ({ isOneOf, rowLock }: Dialect) =>
  `SELECT t.id FROM plinth_third_party_tokens t WHERE ${isOneOf('t.jti', []).sql} ORDER BY t.id ${rowLock('t', 'deletion')}`

/** Stores third-party tokens. */
export class TptStore {
  readonly #database: Database
  readonly #cache: ReadCache<TptRecord>
  readonly #lock: string
  readonly #lockAll: string

  constructor({ database }: { database: Database }) {
    this.#database = database
    this.#lock = lockStatement(database.dialect)
    this.#lockAll = lockAllStatement(database.dialect)
    this.#cache = new ReadCache(database)
  }

  async insert(transaction: Knex.Transaction, token: NewTpt): Promise<void> {
    await transaction(TOKENS).insert({
      jti: token.jti,
      role_name: token.roleName,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
      created_by: token.createdBy,
      key_id: token.keyId,
      name: token.name,
      note: token.note,
    })
  }

  find(jti: string): Promise<TptRecord | undefined> {
    return this.#cache.get(jti, async () => {
      const [row] = await this.#database.lookUp<Row>(FIND, [jti])
      return row && toRecord(row)
    })
  }

  /** Returns a token, locked against revocation until the transaction ends. */
  async lock(transaction: Knex.Transaction, jti: string): Promise<TptRecord | undefined> {
    const [row] = await this.#database.execute<Row>(transaction, this.#lock, [jti])
    return row && toRecord(row)
  }

  /** Locks tokens: waits for their running requests, and blocks new ones until the transaction ends. */
  async lockAll(transaction: Knex.Transaction, ids: readonly string[]): Promise<void> {
    await this.#database.execute(transaction, this.#lockAll, [this.#database.dialect.isOneOf('t.jti', ids).binding])
  }

  /** Lists all tokens in the order of creation, or one page of them. */
  list(page?: TokenPage): Promise<TptRecord[]> {
    return this.#database.read(async (knex) => {
      const query = knex(`${TOKENS} as t`)
        .join('plinth_role_levels as r', 'r.name', 't.role_name')
        .select<Row[]>('t.*', 'r.level as role_level')
        .orderBy('t.id', page ? 'desc' : 'asc')
      return (await (page ? onPage(query, page, knex) : query)).map(toRecord)
    })
  }

  /** Counts the tokens with a role that are neither revoked nor, at `now` (ms), expired. */
  async countActive(transaction: Knex.Transaction, role: string, now: number): Promise<number> {
    const [row] = await activeTokens(transaction, now).where({ role_name: role }).count({ tokens: '*' })
    return Number(row?.tokens)
  }

  /** Deletes all tokens with a role. */
  async deleteOfRole(transaction: Knex.Transaction, role: string): Promise<void> {
    await transaction(TOKENS).where({ role_name: role }).delete()
  }

  /** Marks a token as revoked, unless it already is. Returns `false` if there is no such token. */
  async revoke(transaction: Knex.Transaction, jti: string, at: number): Promise<{ name: string | null } | undefined> {
    const revocation = { revoked_at: transaction.raw('COALESCE(revoked_at, ?)', [at]) }
    const [revoked] = await transaction(TOKENS).where({ jti }).update(revocation).returning('name')
    return revoked
  }
}

/** Counts the tokens that are neither revoked nor, at `now` (ms), expired: one count for each signing key. */
export function countActiveTokens(database: Database, now: number): Promise<TokensOfKey[]> {
  return database.read(async (knex) => {
    const rows = await activeTokens(knex, now).groupBy('key_id').select<Row[]>('key_id', knex.raw('count(*) AS tokens'))
    return rows.map((row) => ({ keyId: row.key_id == null ? null : String(row.key_id), tokens: Number(row.tokens) }))
  })
}

function activeTokens(knex: Knex, now: number): Knex.QueryBuilder {
  return whereActive(knex(TOKENS), now)
}

function whereActive(tokens: Knex.QueryBuilder, now: number): Knex.QueryBuilder {
  return tokens
    .whereNull('revoked_at')
    .where((unexpired) => unexpired.whereNull('expires_at').orWhere('expires_at', '>', now))
}

function onPage(
  tokens: Knex.QueryBuilder,
  { limit, before, createdBy, validAt }: TokenPage,
  knex: Knex,
): Knex.QueryBuilder {
  if (before !== undefined) tokens.where('t.id', '<', knex(TOKENS).select('id').where({ jti: before }))
  if (createdBy !== undefined) tokens.where('t.created_by', createdBy)
  if (validAt !== undefined) whereActive(tokens, validAt)
  return tokens.limit(limit)
}

type Row = Record<string, number | string | null>

function toRecord(row: Row): TptRecord {
  return {
    id: Number(row.id),
    jti: String(row.jti),
    roleName: String(row.role_name),
    roleLevel: Number(row.role_level),
    createdAt: Number(row.created_at),
    expiresAt: storedTime(row.expires_at ?? null),
    createdBy: String(row.created_by),
    lastUsedAt: storedTime(row.last_used_at ?? null),
    revokedAt: storedTime(row.revoked_at ?? null),
    name: row.name == null ? null : String(row.name),
    note: row.note == null ? null : String(row.note),
  }
}
