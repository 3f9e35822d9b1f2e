import { Reply } from '@plinth/kernel'
import { described, nextPageHeader, nextPageLink, pageLimit } from '@plinth/kernel/tools'
import { type InferType, object, string } from 'yup'
import type { AuditEvent } from '../audit-event.js'
import { MAX_ID } from '../audit-store.js'
import { toWire } from './event-on-the-wire.js'

/** Default number of events per page. */
const DEFAULT_PAGE_SIZE = 100
const MAX_PAGE_SIZE = 1_000
const DIGITS = /^\d{1,19}$/
const NOT_AN_ID = 'must be the id of an event'

/** The parameters of a page of events. */
export const pageFields = {
  before: described(
    string()
      .matches(DIGITS, NOT_AN_ID)
      .test('id', NOT_AN_ID, (text) => text == null || !DIGITS.test(text) || BigInt(text) <= BigInt(MAX_ID)),
    'The id of an event; returns only older events.',
  ),
  limit: pageLimit('events', { max: MAX_PAGE_SIZE, byDefault: DEFAULT_PAGE_SIZE }),
}
const pageShape = object(pageFields)
type PageQuery = InferType<typeof pageShape>

/** The header of a page of events. */
export const pageHeaders = {
  Link: nextPageHeader('If there are more events', 'limit=100&before=1234'),
}

/** Returns which events to read for a page: one more than it shows, to find out whether there is a next one. */
export function pageFromWire({ before, limit = DEFAULT_PAGE_SIZE }: PageQuery) {
  return { before, limit: limit + 1 }
}

/** Replies with a page of the events that were read for it. */
export function pageReply(query: PageQuery, events: readonly AuditEvent[]) {
  const { limit = DEFAULT_PAGE_SIZE } = query
  const shown = events.slice(0, limit).map(toWire)
  return Reply.json(shown, { headers: events.length > limit ? nextPageLink(query, { before: shown.at(-1)?.id }) : {} })
}
