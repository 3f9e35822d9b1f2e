import { defineRoute, Reply, streamed } from '@plinth/kernel'
import type { User } from '@plinth/kernel/contracts'
import { array, number, object, string } from 'yup'
import { CoalescedQuery } from '../coalesced-query.js'
import type { UserStore } from '../user-store.js'
import { userShape, userToWire } from './user-on-the-wire.js'

export const listUsers = (users: UserStore) => {
  const all = new CoalescedQuery(() => allAsJson(users))
  return defineRoute({
    method: 'GET',
    path: '/users/',
    operationId: 'users',
    summary: 'List all users',
    description:
      'In the order of creation. With `limit` or `offset` the response is one page, with `X-Total-Count` and `Link: <…>; rel="next"`.',
    access: 'authenticated',
    query: object({
      limit: number()
        .integer()
        .min(1)
        .max(1_000)
        .meta({ description: 'Maximum number of users. Defaults to all, or to 1000 with an `offset`.' }),
      offset: number().integer().min(0).meta({ description: 'Number of users to skip; none by default.' }),
    }),
    responses: { 200: streamed(JSON_TYPE, array(userShape)) },
    headers: {
      'X-Total-Count': number().integer().meta({ description: 'With a page: the total number of users.' }),
      Link: string().meta({
        description: 'With a page that is not the last: the URL of the next page.',
        examples: ['<?limit=10&offset=10>; rel="next"'],
      }),
    },
    handle: async ({ query }) => {
      if (query.limit === undefined && query.offset === undefined) return jsonReply(await all.execute())
      const { limit = 1_000, offset } = query
      const page = await users.list({ limit, offset })
      return jsonReply(Buffer.from(`[${toJson(page)}]`), pageHeaders(query, page.length, await users.count()))
    },
  })
}

const JSON_TYPE = 'application/json'

/** Sends serialized JSON, so that concurrent requests can share one list. */
const jsonReply = (json: Buffer, headers: Record<string, string> = {}) =>
  Reply.bytes(json, { 'Content-Type': `${JSON_TYPE}; charset=utf-8`, ...headers })

/** Returns all users as one JSON array. */
async function allAsJson(users: UserStore): Promise<Buffer> {
  const pages: Buffer[] = []
  for await (const page of users.all()) {
    if (page.length > 0) pages.push(Buffer.from(pages.length === 0 ? toJson(page) : `,${toJson(page)}`))
  }
  return Buffer.concat([Buffer.from('['), ...pages, Buffer.from(']')])
}

const toJson = (page: readonly User[]) => page.map((user) => JSON.stringify(userToWire(user))).join()

interface PageQuery {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

function pageHeaders({ limit = 1_000, offset = 0 }: PageQuery, length: number, total: number): Record<string, string> {
  const next = offset + length
  const hasNext = length > 0 && next < total
  return {
    'X-Total-Count': String(total),
    ...(hasNext && { Link: `<?limit=${limit}&offset=${next}>; rel="next"` }),
  }
}
