import { type Clock, defineRoute, httpErrors, Reply, streamed } from '@plinth/kernel'
import type { User } from '@plinth/kernel/contracts'
import { described, nextPageHeader, nextPageLink, SearchQueue } from '@plinth/kernel/tools'
import { array, boolean, type InferType, number, object, string } from 'yup'
import { CoalescedQuery } from '../coalesced-query.js'
import { ROLE_NAME } from '../user-fields.js'
import { USER_ORDERS, USER_STATES } from '../user-search.js'
import type { UserStore } from '../user-store.js'
import { userShape, userToWire } from './user-on-the-wire.js'

const DEFAULT_LIMIT = 1_000

const query = object({
  limit: described(
    number().integer().min(1).max(1_000),
    'Maximum number of users. Defaults to all, or to 1000 with any other parameter.',
  ),
  offset: described(number().integer().min(0), 'Number of users to skip; none by default.'),
  search: described(
    string().min(1).max(64),
    'Only users with this text in their username, e-mail address or names; case is ignored.',
  ),
  role: described(string().max(ROLE_NAME.max), 'Only users with the role of this name.'),
  state: described(
    string().oneOf(USER_STATES),
    'Only enabled users, only those whose account has ended, or only disabled ones, ended or not.',
  ),
  sort: described(
    string().oneOf(USER_ORDERS),
    'The order; with `-` in front it is descending. By default that of creation.',
  ),
  // No documented default: the API page would send it, and get one page instead of all users
  count: described(
    boolean(),
    'Whether to count the users on all pages, which takes longer the more there are. By default they are not.',
  ),
})
type Query = InferType<typeof query>

export const listUsers = (users: UserStore, clock: Clock) => {
  const all = new CoalescedQuery(() => allAsJson(users))
  const searches = new SearchQueue()
  return defineRoute({
    method: 'GET',
    path: '/users/',
    operationId: 'users',
    summary: 'List all users',
    description:
      'In the order of creation. With any parameter the response is one page, with `Link: <…>; rel="next"` unless it is the last, and with `X-Total-Count` if `count` is true. Names are sorted as the database compares text, ignoring case. Each process runs one search at a time, those of admins and sudo users first: further ones wait.',
    access: 'authenticated',
    query,
    responses: { 200: streamed(JSON_TYPE, array(userShape)) },
    headers: {
      'X-Total-Count': described(
        number().integer(),
        'With a page, if `count` is true: the number of users on all pages.',
      ),
      Link: nextPageHeader('With a page that is not the last', 'limit=10&offset=10'),
    },
    errors: [httpErrors.TOO_MANY_SEARCHES],
    handle: async ({ query, principal, signal }) => {
      if (Object.values(query).every((value) => value === undefined)) return jsonReply(await all.execute())
      const { limit = DEFAULT_LIMIT, offset = 0, search: text, role, state, sort: order, count: isCounted } = query
      const page = { limit: limit + 1, offset } // one more, to know whether there is a next page
      if (text === undefined && role === undefined && state === undefined && order === undefined) {
        const found = await users.list(page)
        return pageReply(query, found, isCounted ? await users.count() : undefined)
      }
      const search = { text, role, state, now: clock.now(), order, isCounted }
      const { users: found, total } = await searches.run(principal, signal, () => users.search(search, page))
      return pageReply(query, found, total)
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

/** `found` has one user more than the page if there is a next page. */
function pageReply(query: Query, found: readonly User[], total: number | undefined) {
  const { limit = DEFAULT_LIMIT, offset = 0 } = query
  const page = found.slice(0, limit)
  return jsonReply(Buffer.from(`[${toJson(page)}]`), {
    ...(total !== undefined && { 'X-Total-Count': String(total) }),
    ...(found.length > limit && nextPageLink(query, { limit, offset: offset + limit })),
  })
}
