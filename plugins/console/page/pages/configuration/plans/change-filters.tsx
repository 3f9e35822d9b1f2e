import { useLanguage } from '../../../language/language-context.js'
import { changeLocation } from '../../../shell/location.js'

interface ChangeFiltersProps {
  readonly tables: readonly string[]
  /** The words for the kinds of changes. */
  readonly kinds: Readonly<Record<string, string>>
  readonly table: string | undefined
  readonly kind: string | undefined
}

/** Filters the changes by table and kind. The filters are in the URL. */
export const ChangeFilters = ({ tables, kinds, table = '', kind = '' }: ChangeFiltersProps) => {
  const { text } = useLanguage()
  const filter = (changes: { table: string } | { kind: string }) => changeLocation({ ...changes, after: undefined })
  return (
    <search class="filters">
      <select
        aria-label={text.configuration.table}
        value={table}
        onChange={({ currentTarget }) => filter({ table: currentTarget.value })}
      >
        <option value="">{text.plans.allTables}</option>
        {tables.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={text.plans.kind}
        value={kind}
        onChange={({ currentTarget }) => filter({ kind: currentTarget.value })}
      >
        <option value="">{text.plans.allKinds}</option>
        {Object.entries(kinds).map(([name, word]) => (
          <option key={name} value={name}>
            {word}
          </option>
        ))}
      </select>
    </search>
  )
}
