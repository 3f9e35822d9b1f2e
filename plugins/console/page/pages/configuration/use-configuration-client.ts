import { ConfigurationClient } from '@plinth/client/configuration'
import { useSession } from '../../session/session-context.js'
import { perSession } from './kept-state.js'

const clientOf = perSession((client) => new ConfigurationClient(client))

/** The operations of plans and snapshots, in the open session. */
export function useConfigurationClient(): ConfigurationClient {
  return clientOf(useSession().client)
}
