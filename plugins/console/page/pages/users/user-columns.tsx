import type { User } from '@plinth/client'
import type { Column } from '../../components/table.js'
import type { Text } from '../../language/english.js'
import { hashOf, type Location } from '../../shell/location.js'
import { fullNameOf } from './full-name.js'
import { UserState } from './user-state.js'

/** The columns of the list of users. The username opens the drawer of the user, and keeps the filters in the URL. */
export const userColumns = (text: Text, query: Location['query']): readonly Column<User>[] => [
  {
    name: 'username',
    title: text.users.username,
    isSortable: true,
    cell: (user) => (
      <>
        <a href={hashOf('users', { ...query, user: user.username })} dir="auto">
          {user.username}
        </a>{' '}
        <UserState user={user} />
      </>
    ),
  },
  {
    name: 'role',
    title: text.users.role,
    isSortable: true,
    cell: ({ role }) => <span dir="auto">{role.name}</span>,
  },
  { name: 'name', title: text.users.name, cell: (user) => <span dir="auto">{fullNameOf(user)}</span> },
  { name: 'email', title: text.users.email, isSortable: true, cell: ({ email }) => <bdi>{email}</bdi> },
]
