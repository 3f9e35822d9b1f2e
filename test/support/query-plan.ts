import type { Knex } from 'knex'

/** An executed statement. */
export interface SentStatement {
  readonly sql: string
  readonly bindings: readonly unknown[]
}

/** Tables that do not grow with use. SQLite's plans name them by their alias in the statement. */
const SMALL = new Set(['plinth_roles', 'r', 'plinth_logging_settings', 'plinth_signing_key'])

/** Returns the tables that a statement would scan, except those that stay small. */
export async function scansOf(knex: Knex, { sql, bindings }: SentStatement): Promise<string[]> {
  const all =
    knex.client.config.client === 'pg'
      ? await postgresScans(knex, sql, bindings)
      : await sqliteScans(knex, sql, bindings)
  return all.filter((table) => !SMALL.has(table))
}

/** A SCAN reads all rows, with or without an index; a SEARCH does not. See https://www.sqlite.org/eqp.html. */
async function sqliteScans(knex: Knex, sql: string, bindings: readonly unknown[]): Promise<string[]> {
  const steps: { detail: string }[] = await knex.raw(`EXPLAIN QUERY PLAN ${sql}`, [...bindings] as Knex.RawBinding[])
  const scans = steps.map(({ detail }) => detail).filter((detail) => !/CONSTANT ROWS?$/.test(detail))
  return scans.flatMap((detail) => detail.match(/^SCAN (\S+)/)?.[1] ?? [])
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** Bypasses Knex, which expects `?` instead of numbered placeholders. */
async function postgresScans(knex: Knex, sql: string, bindings: readonly unknown[]): Promise<string[]> {
  const connection = await knex.client.acquireConnection()
  try {
    const { rows } = await connection.query(`EXPLAIN (FORMAT JSON) ${sql}`, [...bindings])
    return seqScans(rows[0]['QUERY PLAN'][0].Plan)
  } finally {
    await knex.client.releaseConnection(connection)
  }
}

function seqScans(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []
  return [...own, ...(node.Plans ?? []).flatMap(seqScans)]
}
