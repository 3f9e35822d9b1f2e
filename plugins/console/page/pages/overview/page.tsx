import { Badge } from '../../components/badge.js'
import { Failure } from '../../components/failure.js'
import { PageHead } from '../../components/page-head.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'
import { useRequest } from '../../session/use-request.js'
import { hashOf } from '../../shell/location.js'
import { EventList } from '../audit/event-list.js'

/** Whether the service is well, and what happened last. */
export const OverviewPage = () => {
  const { text, number } = useLanguage()
  const { client } = useSession()
  const health = useRequest((signal) => client.health({ signal }), [client])
  const version = useRequest((signal) => versionOf(client.openapi({ signal })), [client])
  const users = useRequest((signal) => client.users({ limit: 1, signal }), [client])
  const tokens = useRequest((signal) => client.tokens({ signal }), [client])
  const disabled = useRequest((signal) => client.users({ limit: 1, state: 'disabled', signal }), [client])
  const checks = health.data?.checks ?? []
  return (
    <>
      <PageHead title={text.overview.title} lead={version.data && text.overview.version(version.data)} />
      <Failure error={health.error} onRetry={health.reload} />
      <div class="cards">
        <Figure
          label={text.overview.state}
          value={health.data && (health.data.ready ? text.overview.ready : text.overview.notReady)}
          kind={health.data?.ready === false ? 'bad' : 'good'}
        />
        <Figure label={text.users.title} value={users.data && number(users.data.total)} href={hashOf('users')} />
        <Figure
          label={text.overview.disabledUsers}
          value={disabled.data && number(disabled.data.total)}
          href={hashOf('users', { state: 'disabled' })}
        />
        <Figure
          label={text.tokens.title}
          value={tokens.data && number(tokens.data.filter(({ revoked_at }) => !revoked_at).length)}
          href={hashOf('tokens')}
        />
      </div>
      <section>
        <h2>{text.overview.checks}</h2>
        <ul class="checks">
          {checks.map(({ name, ready, reason }) => (
            <li key={name}>
              <Badge kind={ready ? 'good' : 'bad'}>{ready ? text.overview.passed : text.overview.failed}</Badge>
              <strong>{name}</strong>
              {reason && <span>{reason}</span>}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{text.overview.refused}</h2>
        <EventList query={{ result: 'refused', limit: 5 }} />
      </section>
      <section>
        <h2>{text.overview.latest}</h2>
        <EventList query={{ limit: 10 }} />
        <p>
          <a href={hashOf('audit')}>{text.overview.allEvents}</a>
        </p>
      </section>
    </>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: string | undefined
  readonly kind?: 'plain' | 'good' | 'bad'
  readonly href?: string
}

const Figure = ({ label, value, kind = 'plain', href }: FigureProps) => (
  <div class={`card ${kind}`}>
    <span class="muted">{href ? <a href={href}>{label}</a> : label}</span>
    <strong>{value ?? <span class="skeleton" />}</strong>
  </div>
)

async function versionOf(document: Promise<Record<string, unknown>>): Promise<string> {
  const { info } = (await document) as { info?: { version?: string } }
  return info?.version ?? ''
}
