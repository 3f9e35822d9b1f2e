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
  /** Which tokens are listed. Default: the newest of all. */
  readonly query?: Pick<TokenQuery, 'created_by' | 'before'>
  /** Loads the tokens again when it differs. */
  readonly round?: number
}

/** A page of tokens, newest first, to see their use and to revoke them. Only sudo users may list them. */
export const TokenList = ({ query, round }: TokenListProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const { data, error, isLoading, reload } = useRequest(
    (signal) => client.tokens({ ...query, limit: TOKENS_PER_PAGE + 1 }, { signal }),
    [client, JSON.stringify(query), round],
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
