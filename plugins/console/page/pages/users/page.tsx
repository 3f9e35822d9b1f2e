import type { User } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Badge } from '../../components/badge.js'
import { Button } from '../../components/button.js'
import { Failure } from '../../components/failure.js'
import { PageHead } from '../../components/page-head.js'
import { Pagination } from '../../components/pagination.js'
import { type Column, Table } from '../../components/table.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'
import { useRequest } from '../../session/use-request.js'
import { changeLocation, hashOf, useLocation } from '../../shell/location.js'
import { AddUser } from './add-user.js'
import { Filters } from './filters.js'
import { USERS_PER_PAGE, usersOf } from './requests.js'
import { SelectedUsers } from './selected-users.js'
import { UserDrawer } from './user-drawer.js'

const ADMIN = 1

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
  const columns: readonly Column<User>[] = [
    {
      name: 'username',
      title: text.users.username,
      isSortable: true,
      cell: ({ username, disabled }) => (
        <>
          <a href={hashOf('users', { ...query, user: username })} dir="auto">
            {username}
          </a>{' '}
          {disabled && <Badge kind="bad">{text.users.disabled}</Badge>}
        </>
      ),
    },
    {
      name: 'role',
      title: text.users.role,
      isSortable: true,
      cell: (row) => <span dir="auto">{row.role.name}</span>,
    },
    {
      name: 'name',
      title: text.users.name,
      isOptional: true,
      cell: ({ name, lastname }) => <span dir="auto">{[name, lastname].filter(Boolean).join(' ') || '–'}</span>,
    },
    { name: 'email', title: text.users.email, isSortable: true, isOptional: true, cell: ({ email }) => email },
  ]
  return (
    <>
      <PageHead title={text.users.title} lead={data && text.users.count(data.total)}>
        {mayChange && (
          <Button kind="primary" icon="plus" onClick={() => changeLocation({ add: 'yes' })}>
            {text.users.add}
          </Button>
        )}
      </PageHead>
      <Filters query={query} roles={roles.data ?? []} />
      <Failure error={error} onRetry={reload} />
      {selection.size > 0 && (
        <SelectedUsers
          usernames={[...selection]}
          onDone={() => {
            setSelection(new Set())
            reload()
          }}
        />
      )}
      <Table
        caption={text.users.title}
        columns={columns}
        rows={data?.users}
        keyOf={({ username }) => username}
        labelOf={({ username }) => text.users.select(username)}
        isLoading={isLoading}
        empty={text.users.none}
        sort={sort}
        onSort={(next) => changeLocation({ sort: next, offset: undefined })}
        selection={selection}
        {...(mayChange && { onSelect: setSelection })}
      />
      {data && data.total > USERS_PER_PAGE && (
        <Pagination
          offset={Number(offset ?? 0)}
          limit={USERS_PER_PAGE}
          total={data.total}
          onChange={(next) => changeLocation({ offset: next ? String(next) : undefined })}
        />
      )}
      {user && (
        <UserDrawer
          key={user}
          username={user}
          roles={roles.data ?? []}
          onChange={reload}
          onClose={() => changeLocation({ user: undefined })}
        />
      )}
      {add && (
        <AddUser
          roles={roles.data ?? []}
          onDone={(username) => {
            changeLocation({ add: undefined, user: username })
            reload()
          }}
          onClose={() => changeLocation({ add: undefined })}
        />
      )}
    </>
  )
}
