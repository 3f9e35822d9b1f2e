import type { Plan } from '@plinth/client'
import { type Column, Table } from '../../../components/table.js'
import { useLanguage } from '../../../language/language-context.js'
import { hashOf } from '../../../shell/location.js'
import { affectedTables, kindsIn, type TableCounts } from './affected-tables.js'

/** The numbers of a plan by table, for those that it affects. The name of a table leads to its changes. */
export const PlanCounts = ({ plan }: { readonly plan: Plan }) => {
  const { text, number } = useLanguage()
  const { add, update, remove, refused } = plan.summary
  const affected = affectedTables(plan)
  const unaffected = Object.keys(plan.tables).length - affected.length
  const columns: readonly Column<TableCounts>[] = [
    {
      name: 'table',
      title: text.configuration.table,
      cell: ([table]) => <a href={hashOf('configuration', { plan: plan.id, table })}>{table}</a>,
    },
    ...kindsIn(plan).map((kind) => ({
      name: kind,
      title: text.plans.kinds[kind],
      isNumber: true,
      cell: ([, counts]: TableCounts) => number(counts[kind] ?? 0),
    })),
    { name: 'same', title: text.plans.same, isNumber: true, cell: ([, { same }]) => number(same ?? 0) },
  ]
  return (
    <section>
      <h2>{text.configuration.byTable}</h2>
      {plan.state === 'made' && (
        <p>{text.plans.summary(number(add), number(update), number(remove), number(refused))}</p>
      )}
      <Table
        caption={text.configuration.byTable}
        columns={columns}
        rows={affected}
        keyOf={([table]) => table}
        empty={text.plans.changesNothing}
      />
      {unaffected > 0 && <p class="hint">{text.plans.unaffected(unaffected)}</p>}
    </section>
  )
}
