import { defineRoute } from '@plinth/kernel'
import { array, object } from 'yup'
import type { AuditTrail } from '../audit-trail.js'
import { eventShape } from './event-on-the-wire.js'
import { pageFields, pageFromWire, pageHeaders, pageReply } from './page-of-events.js'

export const listOwnEvents = (trail: AuditTrail) =>
  defineRoute({
    method: 'GET',
    path: '/audit/own',
    operationId: 'ownSecurityEvents',
    summary: 'List the security events about the account of the caller, the newest first',
    description:
      'For every user: the logins, and all changes to the account, whoever made them. In events caused by others, `address` and `request_id` are null. If there are more events, the response has `Link: <…>; rel="next"`.',
    access: 'user',
    query: object(pageFields),
    responses: { 200: array(eventShape) },
    headers: pageHeaders,
    handle: async ({ query, principal }) =>
      pageReply(query, await trail.listOwn(principal.username, pageFromWire(query))),
  })
