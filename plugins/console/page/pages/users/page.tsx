import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Failure } from '../../components/failure.js'
import { PageHead } from '../../components/page-head.js'
import { Pagination } from '../../components/pagination.js'
import { Table } from '../../components/table.js'
import { useLanguage } from '../../language/language-context.js'
import { useRequest } from '../../requests/use-request.js'
import { ADMIN } from '../../session/role-levels.js'
import { useSession } from '../../session/session-context.js'
import { changeLocation, useLocation } from '../../shell/location.js'
import { AddUser } from './add-user.js'
import { ActiveCodes } from './codes/active-codes.js'
import { activeCodes } from './codes/requests.js'
import { Filters } from './filters.js'
import { USERS_PER_PAGE, usersOf } from './requests.js'
import { SelectedUsers } from './selected-users.js'
import { userColumns } from './user-columns.js'
import { UserDrawer } from './user-drawer.js'

/** The users: search, filter, sort, add, and change several at once. */
export const UsersPage = () => {
  const { text } = useLanguage()
  const { client, who } = useSession()
  const { query } = useLocation()
  const { search, role, state, sort, offset, user, add } = query
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const { data, error, isLoading, reload } = useRequest(
    (signal) => usersOf(client, query, signal),
    [client, search, role, state, sort, offset],
  )
  const roles = useRequest((signal) => client.roles({ signal }), [client])
  const mayChange = who.role_level <= ADMIN
  const codes = useRequest(async (signal) => (mayChange ? activeCodes(client, signal) : []), [client, mayChange])
  const changed = () => {
    reload()
    codes.reload()
  }
  return (
    <>
      <PageHead title={text.users.title} lead={data && text.users.count(data.total)}>
        {mayChange && (
          <>
            <ActiveCodes codes={codes} isOpen={query.codes !== undefined} />
            <Button kind="primary" icon="plus" onClick={() => changeLocation({ add: 'yes' })}>
              {text.users.add}
            </Button>
          </>
        )}
      </PageHead>
      <Filters query={query} roles={roles.data ?? []} />
      <Failure error={error} onRetry={reload} />
      <Failure error={roles.error} onRetry={roles.reload} />
      <Failure error={codes.error} onRetry={codes.reload} />
      <Table
        caption={text.users.title}
        columns={userColumns(text, query)}
        rows={data?.users}
        keyOf={({ username }) => username}
        labelOf={({ username }) => text.users.select(username)}
        isLoading={isLoading}
        empty={text.users.none}
        sort={sort}
        onSort={(next) => changeLocation({ sort: next, offset: undefined })}
        selection={selection}
        isSelectable={({ username }) => username !== who.username}
        {...(mayChange && { onSelect: setSelection })}
      />
      {data && (offset || data.total > USERS_PER_PAGE) && (
        <Pagination
          offset={Number(offset ?? 0)}
          limit={USERS_PER_PAGE}
          total={data.total}
          onChange={(next) => changeLocation({ offset: next ? String(next) : undefined })}
        />
      )}
      {selection.size > 0 && <SelectedUsers usernames={[...selection]} onChange={changed} onSelect={setSelection} />}
      {user && (
        <UserDrawer
          key={user}
          username={user}
          roles={roles.data ?? []}
          onChange={changed}
          onCodeChange={codes.reload}
        />
      )}
      {add && mayChange && roles.data && <AddUser roles={roles.data} onAdded={reload} onCodeIssued={codes.reload} />}
    </>
  )
}
