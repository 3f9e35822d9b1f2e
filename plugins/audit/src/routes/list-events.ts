import { ADMIN, defineRoute, httpErrors } from '@plinth/kernel'
import { SearchQueue } from '@plinth/kernel/tools'
import { array, object } from 'yup'
import type { AuditTrail } from '../audit-trail.js'
import { eventShape, filterFields, filtersFromWire } from './event-on-the-wire.js'
import { pageFields, pageFromWire, pageHeaders, pageReply } from './page-of-events.js'

export const listEvents = (trail: AuditTrail) => {
  const searches = new SearchQueue()
  return defineRoute({
    method: 'GET',
    path: '/audit',
    operationId: 'securityEvents',
    summary: 'List security events, the newest first',
    description:
      'All filters must match. Each process runs one filtered list at a time: further ones wait. `from` is inclusive, `to` exclusive; both are UTC. If there are more events, the response has `Link: <…>; rel="next"`.',
    access: { maxLevel: ADMIN },
    query: object({ ...filterFields, ...pageFields }),
    responses: { 200: array(eventShape) },
    headers: pageHeaders,
    errors: [httpErrors.TOO_MANY_SEARCHES],
    handle: async ({ query, principal, signal }) => {
      const { before: _, limit: __, ...filters } = query
      const list = () => trail.list({ ...filtersFromWire(filters), ...pageFromWire(query) })
      const isFiltered = Object.values(filters).some((value) => value !== undefined)
      return pageReply(query, isFiltered ? await searches.run(principal, signal, list) : await list())
    },
  })
}
