import { ADMIN, defineRoute, httpErrors, Reply } from '@plinth/kernel'
import { nextPageLink, SearchQueue } from '@plinth/kernel/tools'
import { array, number, object, string } from 'yup'
import type { AuditTrail } from '../audit-trail.js'
import { eventShape, filterFields, filtersFromWire, toWire } from './event-on-the-wire.js'

/** Default number of events per page. */
const DEFAULT_PAGE_SIZE = 100
const MAX_PAGE_SIZE = 1_000

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
    query: object({
      ...filterFields,
      before: string()
        .matches(/^\d{1,15}$/, 'must be the id of an event')
        .meta({ description: 'The id of an event; returns only older events.' }),
      limit: number()
        .integer()
        .min(1)
        .max(MAX_PAGE_SIZE)
        .meta({ description: 'Maximum number of events.', default: DEFAULT_PAGE_SIZE }),
    }),
    responses: { 200: array(eventShape) },
    headers: {
      Link: string().meta({
        description: 'If there are more events: the URL of the next page.',
        examples: ['<?limit=100&before=1234>; rel="next"'],
      }),
    },
    errors: [httpErrors.TOO_MANY_SEARCHES],
    handle: async ({ query, principal, signal }) => {
      const { before, limit = DEFAULT_PAGE_SIZE, ...filters } = query
      const page = { before: before === undefined ? undefined : Number(before), limit: limit + 1 }
      const list = () => trail.list({ ...filtersFromWire(filters), ...page })
      const isFiltered = Object.values(filters).some((value) => value !== undefined)
      const events = isFiltered ? await searches.run(principal, signal, list) : await list()
      const shown = events.slice(0, limit).map(toWire)
      return Reply.json(shown, {
        headers: events.length > limit ? nextPageLink(query, { before: shown.at(-1)?.id }) : {},
      })
    },
  })
}
