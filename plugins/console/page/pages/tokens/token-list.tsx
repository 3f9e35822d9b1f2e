import type { TokenQuery } from '@plinth/client'
import { Failure } from '../../components/failure.js'
import { Table } from '../../components/table.js'
import { useLanguage } from '../../language/language-context.js'
import { useRequest } from '../../requests/use-request.js'
import { useSession } from '../../session/session-context.js'
import { hashOf } from '../../shell/location.js'
import { tokenColumns } from './token-columns.js'

const TOKENS_PER_PAGE = 50

interface TokenListProps {
  /** Which tokens are listed. Default: the newest tokens of all users. */
  readonly query?: Pick<TokenQuery, 'created_by' | 'before'>
  /** Each new value loads the tokens again. */
  readonly reloadCount?: number
}

/** A page of tokens, newest first, each with its last use and a button to revoke it. Only sudo users may list them. */
export const TokenList = ({ query, reloadCount }: TokenListProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const { data, error, isLoading, reload } = useRequest(
    (signal) => client.tokens({ ...query, limit: TOKENS_PER_PAGE + 1 }, { signal }),
    [client, JSON.stringify(query), reloadCount],
  )
  const shown = data?.slice(0, TOKENS_PER_PAGE)
  const hasMore = data && data.length > TOKENS_PER_PAGE
  return (
    <>
      <Failure error={error} onRetry={reload} />
      <Table
        caption={text.tokens.title}
        columns={tokenColumns(text, reload)}
        rows={shown}
        keyOf={({ id }) => id}
        isLoading={isLoading}
        empty={text.tokens.none}
      />
      {(query?.before || hasMore) && (
        <nav class="pagination" aria-label={text.pages}>
          {query?.before && <a href={hashOf('tokens', { ...query, before: undefined })}>{text.audit.newest}</a>}
          {hasMore && <a href={hashOf('tokens', { ...query, before: shown?.at(-1)?.id })}>{text.audit.older}</a>}
        </nav>
      )}
    </>
  )
}
