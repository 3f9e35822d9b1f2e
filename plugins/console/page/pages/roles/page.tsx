import type { RoleInfo } from '@plinth/client'
import { Badge } from '../../components/badge.js'
import { Button } from '../../components/button.js'
import { Failure } from '../../components/failure.js'
import { PageHead } from '../../components/page-head.js'
import { type Column, Table } from '../../components/table.js'
import { useLanguage } from '../../language/language-context.js'
import { useRequest } from '../../requests/use-request.js'
import { SUDO } from '../../session/role-levels.js'
import { useSession } from '../../session/session-context.js'
import { changeLocation, hashOf, useLocation } from '../../shell/location.js'
import { type Operation, operationsIn } from './operations.js'
import { RoleActions } from './role-actions.js'
import { RoleDialog } from './role-dialog.js'
import { RoleRights } from './role-rights.js'

/** The roles by level: how many users each has, and what it may do. */
export const RolesPage = () => {
  const { text, number } = useLanguage()
  const { client, who } = useSession()
  const { query } = useLocation()
  const { data, error, isLoading, reload } = useRequest((signal) => client.roles({ signal }), [client])
  const document = useRequest((signal) => client.openapi({ signal }), [client])
  const operations = document.data ? operationsIn(document.data) : []
  const mayChange = who.role_level <= SUDO
  const isCounted = data?.some(({ users }) => users !== undefined)
  const columns: readonly Column<RoleInfo>[] = [
    { name: 'level', title: text.roles.level, isNumber: true, cell: ({ level }) => number(level) },
    {
      name: 'name',
      title: text.users.role,
      cell: ({ name, open }) => (
        <>
          <a href={hashOf('users', { role: name })} dir="auto">
            {name}
          </a>{' '}
          {name === who.role && <Badge kind="good">{text.roles.yours}</Badge>}{' '}
          {open && <Badge kind="warning">{text.roles.open}</Badge>}
        </>
      ),
    },
    ...(isCounted ? [usersColumn(text.users.title, number)] : []),
    {
      name: 'may',
      title: text.roles.may,
      cell: ({ level }) => <RoleRights level={level} operations={operations} />,
    },
    ...(mayChange ? [actionsColumn(text.actions, data ?? [], operations, reload)] : []),
  ]
  return (
    <>
      <PageHead title={text.roles.title} lead={text.roles.lead}>
        {mayChange && (
          <Button kind="primary" icon="plus" onClick={() => changeLocation({ add: 'yes' })}>
            {text.roles.add}
          </Button>
        )}
      </PageHead>
      <Failure error={error} onRetry={reload} />
      <Failure error={document.error} onRetry={document.reload} />
      <Table
        caption={text.roles.title}
        columns={columns}
        rows={data}
        keyOf={({ name }) => name}
        isLoading={isLoading}
      />
      {query.add && mayChange && (
        <RoleDialog
          roles={data ?? []}
          operations={operations}
          onDone={reload}
          onClose={() => changeLocation({ add: undefined }, { replace: true })}
        />
      )}
    </>
  )
}

const usersColumn = (title: string, number: (value: number) => string): Column<RoleInfo> => ({
  name: 'users',
  title,
  isNumber: true,
  cell: ({ users = 0 }) => number(users),
})

const actionsColumn = (
  title: string,
  roles: readonly RoleInfo[],
  operations: readonly Operation[],
  reload: () => void,
): Column<RoleInfo> => ({
  name: 'actions',
  title,
  isTitleHidden: true,
  cell: (role) =>
    role.changeable && <RoleActions role={role} roles={roles} operations={operations} onChange={reload} />,
})
