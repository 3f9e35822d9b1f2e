import { AccessClient } from '@plinth/client/access'
import { useMemo } from 'preact/hooks'
import { useRequest } from '../requests/use-request.js'
import { useSession } from '../session/session-context.js'
import { hasErrorCode } from '../session/session-store.js'

/** Loads the second factor of a user. */
export function useSecondFactor(username: string) {
  const { client } = useSession()
  const access = useMemo(() => new AccessClient(client), [client])
  const factor = useRequest((signal) => access.secondFactor(username, { signal }), [access, username])
  /** Whether there is nothing to show: the service has no second factors, or the caller may not see this one. */
  const isHidden = hasErrorCode(factor.error, 'NOT_FOUND', 'SECOND_FACTOR_NOT_YOURS')
  return { ...factor, access, isHidden }
}
