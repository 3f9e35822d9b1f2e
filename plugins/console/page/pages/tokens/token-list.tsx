import { Failure } from '../../components/failure.js'
import { Table } from '../../components/table.js'
import { useLanguage } from '../../language/language-context.js'
import { useRequest } from '../../requests/use-request.js'
import { useSession } from '../../session/session-context.js'
import { tokenColumns } from './token-columns.js'

interface TokenListProps {
  /** The user whose tokens are listed. Default: all. */
  readonly creator?: string
  /** Loads the tokens again when it differs. */
  readonly round?: number
}

/** Tokens, newest first, to see their use and to revoke them. Only sudo users may list them. */
export const TokenList = ({ creator, round }: TokenListProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const { data, error, isLoading, reload } = useRequest((signal) => client.tokens({ signal }), [client, round])
  const listed = data?.filter(({ created_by }) => creator === undefined || created_by === creator)
  return (
    <>
      <Failure error={error} onRetry={reload} />
      <Table
        caption={text.tokens.title}
        columns={tokenColumns(text, reload)}
        rows={listed?.reverse()}
        keyOf={({ id }) => id}
        isLoading={isLoading}
        empty={text.tokens.none}
      />
    </>
  )
}
