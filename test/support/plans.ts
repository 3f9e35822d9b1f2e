import type { TestClient, TestResponse } from '@plinth/testing'
import { expect } from 'chai'
import { fileOf } from './configuration.js'

/** The tables of a file. */
type FileTables = Readonly<Record<string, unknown>>

/** Uploads a file and returns the response with its plan. */
export async function planOf(client: TestClient, tables: FileTables, query = ''): Promise<TestResponse> {
  const plan = await client.upload(`/settings/plans${query}`, fileOf(tables))
  expect(plan.status, plan.text).to.equal(200)
  return plan
}

/** Applies a plan, unless it has changed since this response. */
export function applyPlan(client: TestClient, { body, headers }: TestResponse): Promise<TestResponse> {
  return client.post(`/settings/plans/${body.id}/apply`, undefined, { headers: { 'If-Match': String(headers.etag) } })
}

/** Plans a file and applies the plan. Returns the report. */
export async function applyFile(client: TestClient, tables: FileTables, query = ''): Promise<TestResponse['body']> {
  const { status, body, text } = await applyPlan(client, await planOf(client, tables, query))
  expect(status, text).to.equal(200)
  return body
}

/** Uploads a file to compare or merge it. Returns its id. */
export async function uploadFile(client: TestClient, tables: FileTables): Promise<string> {
  const { status, body, text } = await client.upload('/settings/files', fileOf(tables))
  expect(status, text).to.equal(200)
  return body.id
}

/**
 * Returns the changes of a plan, each as a line: `~ Tags T-1 unit: bar → psi`. A conflict has the values in the base,
 * in the database, and on the other side: `x Tags T-1 … unit: bar → psi | Pa`.
 */
export async function linesOf(client: TestClient, { body }: TestResponse, query = ''): Promise<string[]> {
  const { body: changes } = await client.get(`/settings/plans/${body.id}/changes${query}`)
  return changes.map(lineOf)
}

interface WireChange {
  readonly kind: string
  readonly table: string
  readonly name: string
  readonly reason?: string
  readonly fields?: readonly {
    readonly name: string
    readonly old: unknown
    readonly new: unknown
    readonly base?: unknown
  }[]
}

const SIGNS: Readonly<Record<string, string>> = { add: '+', update: '~', remove: '-', refused: '!', conflict: 'x' }

function lineOf({ kind, table, name, reason, fields = [] }: WireChange): string {
  const details = fields.map((field) =>
    kind === 'conflict'
      ? `${field.name}: ${field.base} → ${field.old} | ${field.new}`
      : `${field.name}: ${field.old} → ${field.new}`,
  )
  return [SIGNS[kind], table, name, ...(reason === undefined ? [] : [reason]), ...details].join(' ')
}
