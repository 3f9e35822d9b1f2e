import { Button } from '../../../components/button.js'
import { Curl } from '../../../components/curl.js'
import { Dialog } from '../../../components/dialog.js'
import { Failure } from '../../../components/failure.js'
import { type Column, Table } from '../../../components/table.js'
import { Time } from '../../../components/time.js'
import type { Text } from '../../../language/english.js'
import { useLanguage } from '../../../language/language-context.js'
import type { Loaded } from '../../../requests/use-request.js'
import { hashOf, type Location, useLocation } from '../../../shell/location.js'
import { type ActiveCode, codePath } from './requests.js'
import { useWithdrawal } from './use-withdrawal.js'

interface CodeDrawerProps {
  readonly codes: Loaded<readonly ActiveCode[]>
  readonly onClose: () => void
}

/** The codes that can be redeemed, each with a button that withdraws it. */
export const CodeDrawer = ({ codes: { data, error, isLoading, reload }, onClose }: CodeDrawerProps) => {
  const { text } = useLanguage()
  const { query } = useLocation()
  const withdrawal = useWithdrawal(reload)
  const columns = codeColumns(text, query, (username) => void withdrawal.withdraw(username))
  return (
    <Dialog title={text.codes.title} onClose={onClose} isDrawer>
      <p class="hint">{text.codes.hint}</p>
      <Failure error={error} onRetry={reload} />
      <Failure error={withdrawal.error} />
      <Table
        caption={text.codes.title}
        columns={columns}
        rows={data}
        keyOf={({ username }) => username}
        isLoading={isLoading}
        empty={text.codes.none}
      />
      {data?.[0] && <Curl method="DELETE" path={codePath(data[0].username)} />}
    </Dialog>
  )
}

/** The columns of the list. The username opens the drawer of the user, and keeps the filters in the URL. */
const codeColumns = (
  text: Text,
  query: Location['query'],
  withdraw: (username: string) => void,
): readonly Column<ActiveCode>[] => [
  {
    name: 'username',
    title: text.users.username,
    cell: ({ username, purpose }) => (
      <>
        <a href={hashOf('users', { ...query, codes: undefined, user: username })} dir="auto">
          {username}
        </a>
        <p class="hint">{text.codes.purposes[purpose]}</p>
      </>
    ),
  },
  { name: 'issued_by', title: text.codes.issuedBy, cell: ({ issued_by: issuer }) => <bdi>{issuer}</bdi> },
  { name: 'expires_at', title: text.codes.validUntil, cell: ({ expires_at: at }) => <Time at={at} /> },
  {
    name: 'withdraw',
    title: text.actions,
    isTitleHidden: true,
    cell: ({ username }) => (
      <Button kind="quiet" onClick={() => withdraw(username)}>
        {text.codes.withdraw}
      </Button>
    ),
  },
]
