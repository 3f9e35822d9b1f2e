import { AccessClient } from '@plinth/client/access'
import { useLanguage } from '../../language/language-context.js'
import { useRequest } from '../../requests/use-request.js'
import { useSession } from '../../session/session-context.js'
import { hasErrorCode } from '../../session/session-store.js'
import { EventTable } from '../audit/event-list.js'

const SHOWN_EVENTS = 10

/** The newest security events about the user's own account, if the service has an audit trail. */
export const OwnEvents = () => {
  const { text } = useLanguage()
  const { client } = useSession()
  const load = (signal: AbortSignal) => new AccessClient(client).ownSecurityEvents({ limit: SHOWN_EVENTS }, { signal })
  const events = useRequest(load, [client])
  if (hasErrorCode(events.error, 'NOT_FOUND')) return null // the service has no audit trail
  return (
    <section>
      <h2>{text.account.activity}</h2>
      <p class="hint">{text.account.activityHint}</p>
      <EventTable caption={text.account.activity} events={events} />
    </section>
  )
}
