import { ConfigurationClient } from '@plinth/client/configuration'
import { useSession } from '../../session/session-context.js'
import { perSession } from './kept-state.js'

const clientOf = perSession((client) => new ConfigurationClient(client))

/** Returns the client of the open session for plans and snapshots. */
export function useConfigurationClient(): ConfigurationClient {
  return clientOf(useSession().client)
}
