import { defineRoute, Reply } from '@plinth/kernel'
import { array, number, object } from 'yup'
import type { UserStore } from '../user-store.js'
import { userShape, userToWire } from './user-on-the-wire.js'

export const listUsers = (users: UserStore) =>
  defineRoute({
    method: 'GET',
    path: '/users/',
    summary: 'List all users',
    description:
      'In the order of creation. With `limit` or `offset` a page, with `X-Total-Count` and `Link: <…>; rel="next"`.',
    access: 'authenticated',
    query: object({
      limit: number().integer().min(1).max(1_000),
      offset: number().integer().min(0),
    }),
    responses: { 200: array(userShape) },
    handle: async ({ query }) => {
      const page = (await users.list(withLimit(query))).map(userToWire)
      if (query.limit === undefined && query.offset === undefined) return page
      return Reply.json(page, { headers: pageHeaders(query, page.length, await users.count()) })
    },
  })

interface PageQuery {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** SQLite has no OFFSET without a LIMIT. */
const withLimit = ({ limit, offset }: PageQuery): PageQuery =>
  offset === undefined ? { limit } : { limit: limit ?? 1_000, offset }

function pageHeaders({ limit = 1_000, offset = 0 }: PageQuery, length: number, total: number): Record<string, string> {
  const next = offset + length
  const hasNext = length > 0 && next < total
  return {
    'X-Total-Count': String(total),
    ...(hasNext && { Link: `<?limit=${limit}&offset=${next}>; rel="next"` }),
  }
}
