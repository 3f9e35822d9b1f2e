import type { RoleInfo } from '@plinth/client'
import { SearchField } from '../../components/search-field.js'
import { useLanguage } from '../../language/language-context.js'
import { changeLocation, type Location } from '../../shell/location.js'

interface FiltersProps {
  readonly query: Location['query']
  readonly roles: readonly RoleInfo[]
}

/** Search and filters of the list of users. They are in the URL; typing adds no entries to the history. */
export const Filters = ({ query, roles }: FiltersProps) => {
  const { text } = useLanguage()
  return (
    <search class="filters">
      <SearchField
        label={text.users.search}
        value={query.search}
        onChange={(search) => changeLocation({ search, offset: undefined }, { replace: true })}
      />
      <select
        aria-label={text.users.role}
        value={query.role ?? ''}
        onChange={({ currentTarget }) => changeLocation({ role: currentTarget.value, offset: undefined })}
      >
        <option value="">{text.users.allRoles}</option>
        {roles.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={text.users.state}
        value={query.state ?? ''}
        onChange={({ currentTarget }) => changeLocation({ state: currentTarget.value, offset: undefined })}
      >
        <option value="">{text.users.allStates}</option>
        <option value="enabled">{text.users.enabled}</option>
        <option value="ended">{text.users.ended}</option>
        <option value="disabled">{text.users.disabled}</option>
      </select>
    </search>
  )
}
