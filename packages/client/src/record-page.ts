import type { Client } from 'openapi-fetch'
import { validDataOf } from './data-of.js'
import type { paths } from './generated/schema.js'
import type { CallOptions } from './options.js'

export interface RecordsOptions extends CallOptions {
  /** Only records whose name contains this text. Case is ignored; on SQLite only that of the letters A to Z. */
  readonly search?: string
  /** Maximum number of records, 1 to 500. Default 50. */
  readonly limit?: number
  /** Where to continue: `next` of the previous page. */
  readonly after?: string
}

/** Some records of a table, as an export writes them. */
export interface RecordPage {
  readonly records: readonly Readonly<Record<string, unknown>>[]
  /**
   * `after` of the next page; `undefined` on the last page. A page with few records, or none, may still have a next
   * one.
   */
  readonly next: string | undefined
}

/** Requests one page of a table. */
export async function recordPage(
  rest: Client<paths>,
  table: string,
  { signal, ...query }: RecordsOptions,
): Promise<RecordPage> {
  const call = rest.GET('/settings/tables/{table}', { params: { path: { table }, query }, signal })
  const records = await validDataOf(call, ({ data }) => Array.isArray(data), 'it is not a list')
  const { headers } = (await call).response
  const [, link] = headers.get('Link')?.match(/<\?([^>]*)>; *rel="next"/) ?? []
  return { records, next: link === undefined ? undefined : (new URLSearchParams(link).get('after') ?? undefined) }
}
