import { useReducer } from 'preact/hooks'
import { Failure } from '../../components/failure.js'
import { PageHead } from '../../components/page-head.js'
import { useLanguage } from '../../language/language-context.js'
import { useRefresh } from '../../requests/use-refresh.js'
import { useRequest } from '../../requests/use-request.js'
import { useSession } from '../../session/session-context.js'
import { hashOf } from '../../shell/location.js'
import { EventList } from '../audit/event-list.js'
import { Attention } from './attention.js'
import { Checks } from './checks.js'
import { Figures } from './figures.js'
import { LastHour } from './last-hour.js'

const REFRESH_INTERVAL_MS = 10_000

/** Whether the service is well, what needs attention, and what happened last. */
export const OverviewPage = () => {
  const { text } = useLanguage()
  const { client } = useSession()
  const [reloadCount, reloadAll] = useReducer<number, void>((count) => count + 1, 0)
  const overview = useRequest((signal) => client.overview({ signal }), [client, reloadCount])
  const { data, error } = overview
  useRefresh({ ...overview, reload: reloadAll }, REFRESH_INTERVAL_MS)
  const version = data && text.overview.version(data.version + (data.commit ? ` (${data.commit})` : ''), data.node)
  return (
    <>
      <PageHead title={text.overview.title} lead={version ?? (!error && <span class="skeleton" />)} />
      <Failure error={error} onRetry={reloadAll} />
      <Figures overview={data} hasFailed={!!error} reloadCount={reloadCount} />
      <Attention notices={data?.attention ?? []} />
      <Checks checks={data?.checks} />
      <LastHour minutes={data?.minutes} />
      <section>
        <h2>{text.overview.refused}</h2>
        <EventList query={{ result: 'refused', limit: 5 }} reloadCount={reloadCount} />
      </section>
      <section>
        <h2>{text.overview.latest}</h2>
        <EventList query={{ limit: 10 }} reloadCount={reloadCount} />
        <p>
          <a href={hashOf('audit')}>{text.overview.allEvents}</a>
        </p>
      </section>
    </>
  )
}
