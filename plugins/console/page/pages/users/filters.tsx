import type { Role } from '@plinth/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLanguage } from '../../language/language-context.js'
import { changeLocation, type Location } from '../../shell/location.js'

const TYPING_DELAY_MS = 250
const MAX_SEARCH_CHARACTERS = 64

interface FiltersProps {
  readonly query: Location['query']
  readonly roles: readonly Role[]
}

/** Search and filters. They are in the address; typing adds no entries to the history. */
export const Filters = ({ query, roles }: FiltersProps) => {
  const { text } = useLanguage()
  const [search, setSearch] = useState(query.search ?? '')
  const written = useRef(query.search ?? '')
  useEffect(() => {
    if ((query.search ?? '') !== written.current) {
      written.current = query.search ?? ''
      setSearch(written.current)
    }
  }, [query.search])
  useEffect(() => {
    const timer = setTimeout(() => {
      if (search === written.current) return
      written.current = search
      changeLocation({ search, offset: undefined }, { replace: true })
    }, TYPING_DELAY_MS)
    return () => clearTimeout(timer)
  }, [search])
  return (
    <search class="filters">
      <input
        type="search"
        aria-label={text.users.search}
        placeholder={text.users.search}
        maxLength={MAX_SEARCH_CHARACTERS}
        value={search}
        onInput={({ currentTarget }) => setSearch(currentTarget.value)}
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
        <option value="disabled">{text.users.disabled}</option>
      </select>
    </search>
  )
}
