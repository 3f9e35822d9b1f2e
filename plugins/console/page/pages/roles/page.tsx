import type { Role } from '@plinth/client'
import { Failure } from '../../components/failure.js'
import { PageHead } from '../../components/page-head.js'
import { type Column, Table } from '../../components/table.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'
import { useRequest } from '../../session/use-request.js'
import { hashOf } from '../../shell/location.js'

/** The ladder of levels. */
export const RolesPage = () => {
  const { text, number } = useLanguage()
  const { client, who } = useSession()
  const { data, error, isLoading, reload } = useRequest((signal) => client.roles({ signal }), [client])
  const columns: readonly Column<Role>[] = [
    { name: 'level', title: text.roles.level, isNumber: true, cell: ({ level }) => number(level) },
    {
      name: 'name',
      title: text.users.role,
      cell: ({ name }) => (
        <a href={hashOf('users', { role: name })} dir="auto">
          {name}
        </a>
      ),
    },
    {
      name: 'may',
      title: text.roles.may,
      isOptional: true,
      cell: ({ level }) => text.roles.rights(level),
    },
    {
      name: 'own',
      title: text.roles.yours,
      isTitleHidden: true,
      cell: ({ name }) => (name === who.role ? <span class="badge good">{text.roles.yours}</span> : null),
    },
  ]
  return (
    <>
      <PageHead title={text.roles.title} lead={text.roles.lead} />
      <Failure error={error} onRetry={reload} />
      <Table
        caption={text.roles.title}
        columns={columns}
        rows={data}
        keyOf={({ name }) => name}
        isLoading={isLoading}
      />
    </>
  )
}
