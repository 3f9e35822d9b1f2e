import type { CurrentSession } from '@plinth/client'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Client, MemoryReason, SessionStore } from './session-store.js'

/** The open session, for the pages. */
export interface OpenSession {
  readonly client: Client
  readonly who: CurrentSession
  readonly inMemoryBecause: MemoryReason | undefined
  readonly store: SessionStore
}

export const SessionContext = createContext<OpenSession | undefined>(undefined)

/** Returns the open session. Throws outside `SessionContext`, which is provided only while a session is open. */
export function useSession(): OpenSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('No session is open.')
  return session
}
