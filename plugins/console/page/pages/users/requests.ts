import type { CountedUserPage, UserQuery } from '@plinth/client'
import type { Client } from '../../session/session-store.js'
import type { Location } from '../../shell/location.js'

export const USERS_PER_PAGE = 50

/** Requests the users that the search, the filters and the page in the URL select. */
export function usersOf(client: Client, query: Location['query'], signal: AbortSignal): Promise<CountedUserPage> {
  const { search, role, state, sort, offset = '0' } = query
  return client.users({
    limit: USERS_PER_PAGE,
    count: true,
    offset: Number(offset),
    ...(search && { search }),
    ...(role && { role }),
    ...(isState(state) && { state }),
    ...(sort && { sort: sort as NonNullable<UserQuery['sort']> }),
    signal,
  })
}

const isState = (state: string | undefined): state is NonNullable<UserQuery['state']> =>
  ['enabled', 'ended', 'disabled'].includes(state ?? '')
