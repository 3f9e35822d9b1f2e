import type { Plan } from '@plinth/client'
import { Button } from '../../../components/button.js'
import { Failure } from '../../../components/failure.js'
import { Notice } from '../../../components/notice.js'
import { useLanguage } from '../../../language/language-context.js'
import { useChoices } from './choices.js'
import { SideField } from './side-field.js'
import { useMergeAgain } from './use-merge-again.js'

/** Settles the conflicts of a merge, all at once, by table or one by one, and merges again. */
export const SettleSection = ({ plan }: { readonly plan: Plan }) => {
  const { text } = useLanguage()
  const again = useMergeAgain(plan)
  const { sideOf, isSettled, choose } = useChoices(plan.id)
  const tables = tablesInConflict(plan)
  return (
    <section>
      <Notice kind="warning">{text.merges.conflicts(plan.summary.conflict)}</Notice>
      <SideField legend={text.merges.all} value={sideOf({})} onChange={(take) => choose({ take })} />
      {tables.length > 1 && (
        <div class="columns">
          {tables.map(([table, count]) => (
            <SideField
              key={table}
              legend={text.merges.ofTable(table, count)}
              value={sideOf({ table })}
              onChange={(take) => choose({ table, take })}
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

/** Returns the tables with conflicts, each with their number. */
const tablesInConflict = ({ tables }: Plan) =>
  Object.entries(tables).flatMap(([table, { conflict = 0 }]) => (conflict > 0 ? [[table, conflict] as const] : []))
