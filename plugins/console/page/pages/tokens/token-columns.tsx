import type { Token } from '@plinth/client'
import type { Column } from '../../components/table.js'
import { Time } from '../../components/time.js'
import type { Text } from '../../language/english.js'
import { hashOf } from '../../shell/location.js'
import { RevokeToken } from './revoke-token.js'
import { isValid, TokenState } from './token-state.js'

/** The columns of a list of tokens. */
export const tokenColumns = (text: Text, onRevoked: () => void): readonly Column<Token>[] => [
  {
    name: 'name',
    title: text.users.name,
    cell: ({ name, note }) => (
      <>
        <bdi>{name ?? '–'}</bdi>
        {note && (
          <p class="hint">
            <bdi>{note}</bdi>
          </p>
        )}
      </>
    ),
  },
  { name: 'role', title: text.users.role, cell: ({ role }) => <span dir="auto">{role}</span> },
  { name: 'state', title: text.users.state, cell: (token) => <TokenState token={token} /> },
  {
    name: 'used',
    title: text.sessions.lastUsed,
    cell: ({ last_used_at }) => narrowTime(last_used_at),
  },
  {
    name: 'expires',
    title: text.tokens.expires,
    cell: ({ expires_at }) => narrowTime(expires_at),
  },
  {
    name: 'created',
    title: text.tokens.created,
    cell: ({ created_on, created_by }) => (
      <div class="narrow-cell">
        <Time at={created_on} /> <bdi class="muted">{created_by}</bdi>
      </div>
    ),
  },
  {
    name: 'actions',
    title: text.actions,
    isTitleHidden: true,
    cell: (token) => (
      <span class="row">
        {isValid(token) && <RevokeToken token={token} onRevoked={onRevoked} />}
        <a href={hashOf('audit', { concerning: token.id })}>{text.audit.title}</a>
      </span>
    ),
  },
]

const narrowTime = (at: string | null) => (
  <div class="narrow-cell">
    <Time at={at} />
  </div>
)
