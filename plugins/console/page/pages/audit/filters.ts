import type { SecurityEventFilters } from '@plinth/client'
import type { Location } from '../../shell/location.js'

/** Returns the filters that are in the URL. */
export function filtersOf({
  event,
  actor,
  target,
  concerning,
  from,
  to,
  result,
}: Location['query']): SecurityEventFilters {
  return {
    ...(event && { event }),
    ...(actor && { actor }),
    ...(target && { target }),
    ...(concerning && { concerning }),
    ...(from && { from }),
    ...(to && { to }),
    ...((result === 'done' || result === 'refused') && { result }),
  }
}
