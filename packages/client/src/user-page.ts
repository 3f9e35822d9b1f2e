import type { Client } from 'openapi-fetch'
import { validDataOf } from './data-of.js'
import { PlinthUnexpectedResponseError } from './errors.js'
import type { paths } from './generated/schema.js'
import type { CallOptions } from './options.js'
import type { UserPage, UserQuery } from './types.js'

/** Filters, order and page of users, and the options of the call. */
export interface PageOptions extends UserQuery, CallOptions {}

/** Requests users: one page, or all if no filter, order, limit or offset is given. */
export async function pageOf(rest: Client<paths>, { signal, ...query }: PageOptions): Promise<UserPage> {
  const call = rest.GET('/users', { params: { query }, signal })
  const users = await validDataOf(call, ({ data }) => Array.isArray(data), 'it is not a list')
  if (Object.values(query).every((value) => value === undefined)) {
    return { users, total: users.length, nextOffset: undefined }
  }
  const { response } = await call
  const count = response.headers.get('X-Total-Count')
  if (query.count && !count) throw new PlinthUnexpectedResponseError(response, 'it has no X-Total-Count')
  const hasNext = response.headers.get('Link')?.includes('rel="next"')
  const total = count ? Number(count) : undefined
  return { users, total, nextOffset: hasNext ? (query.offset ?? 0) + users.length : undefined }
}
