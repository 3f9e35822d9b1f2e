import type { Plan } from '@plinth/client'
import { useLanguage } from '../../../language/language-context.js'
import { changeLocation } from '../../../shell/location.js'
import { affectedTables, kindsIn } from './affected-tables.js'

interface ChangeFiltersProps {
  readonly plan: Plan
  readonly table: string | undefined
  readonly kind: string | undefined
}

/** The table and kind of the changes that are listed. The address holds them. */
export const ChangeFilters = ({ plan, table = '', kind = '' }: ChangeFiltersProps) => {
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
        {affectedTables(plan).map(([name]) => (
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
        {kindsIn(plan).map((name) => (
          <option key={name} value={name}>
            {text.plans.kinds[name]}
          </option>
        ))}
      </select>
    </search>
  )
}
