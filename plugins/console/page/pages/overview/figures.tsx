import type { Overview } from '@plinth/client'
import type { ComponentChildren } from 'preact'
import { Time } from '../../components/time.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'
import { useRequest } from '../../session/use-request.js'
import { hashOf } from '../../shell/location.js'

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** The state of the service in a few figures. */
export const Figures = ({ overview }: { readonly overview: Overview | undefined }) => {
  const { text, number } = useLanguage()
  const { client } = useSession()
  const users = useRequest((signal) => client.users({ limit: 1, signal }), [client])
  const tokens = useRequest((signal) => client.tokens({ signal }), [client])
  const state = overview && (overview.ready ? text.overview.ready : text.overview.notReady)
  return (
    <div class="cards">
      <Figure label={text.overview.state} value={state} kind={overview?.ready === false ? 'bad' : 'good'} />
      <Figure
        label={text.overview.database}
        value={overview && `${DATABASES[overview.database.kind]} ${overview.database.version}`}
      />
      <Figure label={text.users.title} value={users.data && number(users.data.total)} href={hashOf('users')} />
      <Figure
        label={text.tokens.title}
        value={tokens.data && number(tokens.data.filter(({ revoked_at }) => !revoked_at).length)}
        href={hashOf('tokens')}
      />
      <Figure label={text.overview.since} time value={overview && <Time at={overview.started_at} />} />
      <Figure label={text.overview.lastExport} time value={overview && <Time at={overview.last.export} />} />
      <Figure label={text.overview.lastImport} time value={overview && <Time at={overview.last.import} />} />
      <Figure label={text.overview.lastSeal} time value={overview && <Time at={overview.last.seal} />} />
    </div>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: ComponentChildren
  readonly kind?: 'plain' | 'good' | 'bad'
  readonly href?: string
  readonly time?: boolean
}

const Figure = ({ label, value, kind = 'plain', href, time }: FigureProps) => (
  <div class={`card ${kind}${time ? ' time' : ''}`}>
    <span class="muted">{href ? <a href={href}>{label}</a> : label}</span>
    <strong>{value ?? <span class="skeleton" />}</strong>
  </div>
)
