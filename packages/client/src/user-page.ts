import type { Client } from 'openapi-fetch'
import { validDataOf } from './data-of.js'
import { PlinthUnexpectedResponseError } from './errors.js'
import type { paths } from './generated/schema.js'
import type { CallOptions } from './options.js'
import type { UserPage } from './types.js'

export interface PageOptions extends CallOptions {
  /** Number of users on a page, 1 to 1000. */
  readonly limit?: number
  /** Number of users to skip. */
  readonly offset?: number
}

/** Requests users: one page, or all if neither `limit` nor `offset` is given. */
export async function pageOf(rest: Client<paths>, { signal, ...query }: PageOptions): Promise<UserPage> {
  const call = rest.GET('/users', { params: { query }, signal })
  const users = await validDataOf(call, ({ data }) => Array.isArray(data), 'it is not a list')
  if (query.limit === undefined && query.offset === undefined) {
    return { users, total: users.length, nextOffset: undefined }
  }
  const { response } = await call
  const total = Number(response.headers.get('X-Total-Count') ?? Number.NaN)
  if (!Number.isInteger(total)) throw new PlinthUnexpectedResponseError(response, 'the page has no X-Total-Count')
  const next = (query.offset ?? 0) + users.length
  return { users, total, nextOffset: users.length > 0 && next < total ? next : undefined }
}
