import { AccessClient } from '@plinth/client/access'
import { useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { useRequest } from '../requests/use-request.js'
import { ConfirmLoginDialog } from './confirm-login-dialog.js'
import { useSession } from './session-context.js'

/** Asks the user to confirm the login while requests wait for that. */
export const ConfirmLogin = () => {
  const { store } = useSession()
  const [isAsked, setAsked] = useState(store.confirmation.isAsked)
  useLayoutEffect(() => store.confirmation.subscribe(setAsked), [store])
  return isAsked ? <ProofDialog /> : null
}

/** Asks for a code if the user has a second factor; otherwise, or if that is unknown, for the password. */
const ProofDialog = () => {
  const { store, who } = useSession()
  const client = useMemo(() => store.clientWith(fetch, { confirmsLogin: false }), [store])
  const { data: factor, isLoading } = useRequest(
    (signal) => new AccessClient(client).secondFactor(who.username ?? '', { signal }),
    [client],
  )
  if (isLoading) return null
  return (
    <ConfirmLoginDialog
      client={client}
      hasFactor={!!factor?.enrolled_at}
      onAnswer={(isConfirmed) => store.confirmation.answer(isConfirmed)}
    />
  )
}
