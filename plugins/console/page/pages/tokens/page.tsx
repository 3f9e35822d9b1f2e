import type { Token } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Badge } from '../../components/badge.js'
import { Button } from '../../components/button.js'
import { Confirmation } from '../../components/confirmation.js'
import { Curl } from '../../components/curl.js'
import { Failure } from '../../components/failure.js'
import { PageHead } from '../../components/page-head.js'
import { type Column, Table } from '../../components/table.js'
import { isoOf, Time } from '../../components/time.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'
import { useRequest } from '../../session/use-request.js'
import { changeLocation, hashOf, useLocation } from '../../shell/location.js'
import { CreateToken } from './create-token.js'

const SUDO = 0

/** Third-party tokens: create, see their use, revoke. */
export const TokensPage = () => {
  const { text } = useLanguage()
  const { client, who } = useSession()
  const { query } = useLocation()
  const toast = useToast()
  const [revoked, setRevoked] = useState<Token>()
  const { data, error, isLoading, reload } = useRequest((signal) => client.tokens({ signal }), [client])
  const columns: readonly Column<Token>[] = [
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
    { name: 'used', title: text.sessions.lastUsed, cell: ({ last_used_at }) => <Time at={last_used_at} /> },
    {
      name: 'expires',
      title: text.tokens.expires,
      isOptional: true,
      cell: ({ expires_at }) => <Time at={expires_at} />,
    },
    {
      name: 'created',
      title: text.tokens.created,
      isOptional: true,
      cell: ({ created_on, created_by }) => (
        <>
          <Time at={created_on} /> <span class="muted">{created_by}</span>
        </>
      ),
    },
    {
      name: 'actions',
      title: text.actions,
      isTitleHidden: true,
      cell: (token) => (
        <span class="row">
          {isValid(token) && who.role_level === SUDO && (
            <Button kind="quiet" onClick={() => setRevoked(token)}>
              {text.tokens.revoke}
            </Button>
          )}
          <a href={hashOf('audit', { concerning: token.id })}>{text.audit.title}</a>
        </span>
      ),
    },
  ]
  return (
    <>
      <PageHead title={text.tokens.title} lead={text.tokens.lead}>
        {who.role_level === SUDO && (
          <Button kind="primary" icon="plus" onClick={() => changeLocation({ add: 'yes' })}>
            {text.tokens.create}
          </Button>
        )}
      </PageHead>
      <Failure error={error} onRetry={reload} />
      <Table
        caption={text.tokens.title}
        columns={columns}
        rows={data && [...data].reverse()}
        keyOf={({ id }) => id}
        isLoading={isLoading}
        empty={text.tokens.none}
      />
      {query.add && <CreateToken onCreated={reload} onClose={() => changeLocation({ add: undefined })} />}
      {revoked && (
        <Confirmation
          title={text.tokens.revoke}
          action={text.tokens.revoke}
          onConfirm={async () => {
            await client.revokeToken(revoked.id)
            toast(text.tokens.wasRevoked)
            reload()
          }}
          onClose={() => setRevoked(undefined)}
        >
          <p>{text.tokens.revokeHint(revoked.role)}</p>
          <Curl method="DELETE" path={`/tpt/${revoked.id}`} />
        </Confirmation>
      )}
    </>
  )
}

const TokenState = ({ token }: { readonly token: Token }) => {
  const { text } = useLanguage()
  if (token.revoked_at) return <Badge kind="bad">{text.tokens.revoked}</Badge>
  return isValid(token) ? <Badge kind="good">{text.tokens.valid}</Badge> : <Badge>{text.tokens.expired}</Badge>
}

function isValid({ revoked_at, expires_at }: Token): boolean {
  return !revoked_at && (!expires_at || Date.parse(isoOf(expires_at)) > Date.now())
}
