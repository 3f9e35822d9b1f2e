import type { Plan } from '@plinth/client'
import { Button } from '../../../components/button.js'
import { Failure } from '../../../components/failure.js'
import { Notice } from '../../../components/notice.js'
import { useLanguage } from '../../../language/language-context.js'
import { useSettlements } from './settlements.js'
import { SideField } from './side-field.js'
import { useMergeAgain } from './use-merge-again.js'

/** Settles the conflicts of a merge, all at once or by table, and merges again. */
export const SettleSection = ({ plan }: { readonly plan: Plan }) => {
  const { text } = useLanguage()
  const again = useMergeAgain(plan)
  const { sideOf, isSettled, settle } = useSettlements(plan.id)
  const tables = tablesInConflict(plan)
  return (
    <section>
      <Notice kind="warning">{text.merges.conflicts(plan.summary.conflict)}</Notice>
      <SideField legend={text.merges.all} value={sideOf({})} onChange={(take) => settle({ take })} />
      {tables.length > 1 && (
        <div class="columns">
          {tables.map(([table, count]) => (
            <SideField
              key={table}
              legend={text.merges.ofTable(table, count)}
              value={sideOf({ table })}
              onChange={(take) => settle({ table, take })}
            />
          ))}
        </div>
      )}
      <Failure error={again.error} />
      <Button
        kind="primary"
        isRunning={again.isRunning}
        isDisabled={!tables.every(([table, count]) => isSettled(table, count))}
        onClick={again.start}
      >
        {text.merges.again}
      </Button>
    </section>
  )
}

/** Returns the tables with conflicts, each with the number of its conflicts. */
const tablesInConflict = ({ tables }: Plan) =>
  Object.entries(tables).flatMap(([table, { conflict = 0 }]) => (conflict > 0 ? [[table, conflict] as const] : []))
