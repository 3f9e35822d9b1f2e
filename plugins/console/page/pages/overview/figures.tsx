import type { Overview } from '@plinth/client'
import type { ComponentChildren } from 'preact'
import { Time } from '../../components/time.js'
import { useLanguage } from '../../language/language-context.js'
import { useRequest } from '../../requests/use-request.js'
import { SUDO } from '../../session/role-levels.js'
import { useSession } from '../../session/session-context.js'
import { hashOf } from '../../shell/location.js'

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

interface FiguresProps {
  readonly overview: Overview | undefined
  /** Whether the overview could not be loaded. */
  readonly hasFailed: boolean
  /** Each new value loads the numbers of users and tokens again. */
  readonly reloadCount: number
}

/** The state of the service in a few figures. */
export const Figures = ({ overview, hasFailed, reloadCount }: FiguresProps) => {
  const { text, number } = useLanguage()
  const { client, who } = useSession()
  const users = useRequest((signal) => client.users({ limit: 1, count: true, signal }), [client, reloadCount])
  const state = overview && (overview.ready ? text.overview.ready : text.overview.notReady)
  const times = [
    [text.overview.since, overview?.started_at],
    [text.overview.lastExport, overview?.last.export],
    [text.overview.lastImport, overview?.last.import],
    [text.overview.lastSnapshot, overview?.last.snapshot],
    [text.overview.lastSeal, overview?.last.seal],
  ] as const
  return (
    <div class="cards">
      <Figure
        label={text.overview.state}
        hasFailed={hasFailed}
        value={state}
        kind={overview?.ready === false ? 'bad' : 'good'}
      />
      <Figure
        label={text.overview.database}
        hasFailed={hasFailed}
        value={overview && `${DATABASES[overview.database.kind]} ${overview.database.version}`}
      />
      <Figure
        label={text.users.title}
        hasFailed={!!users.error}
        value={users.data && number(users.data.total)}
        href={hashOf('users')}
      />
      {who.role_level <= SUDO && <TokenFigure reloadCount={reloadCount} />}
      {times.map(([label, at]) => (
        <Figure key={label} label={label} hasFailed={hasFailed} isTime value={overview && <Time at={at} />} />
      ))}
    </div>
  )
}

/** How many tokens the service lists if a request has a parameter, such as `state`, but no limit. */
const MAX_COUNTED_TOKENS = 1_000

/** The number of valid tokens, which only sudo users may see. */
const TokenFigure = ({ reloadCount }: { readonly reloadCount: number }) => {
  const { text, number } = useLanguage()
  const { client } = useSession()
  const { data, error } = useRequest((signal) => client.tokens({ state: 'valid' }, { signal }), [client, reloadCount])
  const count = data && `${number(data.length)}${data.length < MAX_COUNTED_TOKENS ? '' : '+'}`
  return <Figure label={text.tokens.title} hasFailed={!!error} value={count} href={hashOf('tokens')} />
}

interface FigureProps {
  readonly label: string
  readonly value: ComponentChildren
  readonly kind?: 'plain' | 'good' | 'bad'
  readonly href?: string
  /** Whether the value is a time, which is shown smaller. */
  readonly isTime?: boolean
  /** Whether the value could not be loaded. */
  readonly hasFailed?: boolean
}

const Figure = ({ label, value, kind = 'plain', href, isTime, hasFailed }: FigureProps) => (
  <div class={`card ${kind}${isTime ? ' time' : ''}`}>
    <span class="muted">{href ? <a href={href}>{label}</a> : label}</span>
    <strong>{value ?? (hasFailed ? '–' : <span class="skeleton" />)}</strong>
  </div>
)
