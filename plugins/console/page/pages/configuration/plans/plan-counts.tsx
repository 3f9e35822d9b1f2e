import type { Plan } from '@plinth/client'
import { type Column, Table } from '../../../components/table.js'
import { useLanguage } from '../../../language/language-context.js'
import { hashOf } from '../../../shell/location.js'
import { type AffectedTable, affectedTables } from './affected-tables.js'
import { showChanges } from './change-list.js'
import { kindWords, noChangesOf, summaryOf } from './words-of-plan.js'

/** The numbers of a plan by table, for the tables that it affects. The name of a table is a link to its changes. */
export const PlanCounts = ({ plan }: { readonly plan: Plan }) => {
  const language = useLanguage()
  const { text, number } = language
  const affected = affectedTables(plan)
  const unaffected = Object.keys(plan.tables).length - affected.length
  const columns: readonly Column<AffectedTable>[] = [
    {
      name: 'table',
      title: text.configuration.table,
      cell: ([table]) => (
        <a href={hashOf('configuration', { plan: plan.id, table })} onClick={showChanges}>
          {table}
        </a>
      ),
    },
    ...Object.entries(kindWords(plan, language)).map(([kind, title]) => ({
      name: kind,
      title,
      isNumber: true,
      cell: ([, counts]: AffectedTable) => number(counts[kind] ?? 0),
    })),
    { name: 'same', title: text.plans.same, isNumber: true, cell: ([, { same }]) => number(same ?? 0) },
  ]
  return (
    <section>
      <h2>{text.configuration.byTable}</h2>
      {plan.state === 'made' && <p>{summaryOf(plan, language)}</p>}
      <Table
        caption={text.configuration.byTable}
        columns={columns}
        rows={affected}
        keyOf={([table]) => table}
        empty={noChangesOf(plan, language)}
      />
      {unaffected > 0 && <p class="hint">{text.plans.unaffected(unaffected)}</p>}
    </section>
  )
}
