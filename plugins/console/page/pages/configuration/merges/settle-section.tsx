import type { Plan } from '@plinth/client'
import { Button } from '../../../components/button.js'
import { Failure } from '../../../components/failure.js'
import { Notice } from '../../../components/notice.js'
import { useLanguage } from '../../../language/language-context.js'
import { useAction } from '../../../requests/use-action.js'
import { replacePlan } from '../plans/open-plan.js'
import { useConfigurationClient } from '../use-configuration-client.js'
import { useChoices } from './choices.js'
import { SideField } from './side-field.js'

/** Settles the conflicts of a merge, all at once, by table or one by one, and merges again. */
export const SettleSection = ({ plan }: { readonly plan: Plan }) => {
  const { text } = useLanguage()
  const client = useConfigurationClient()
  const { run, isRunning, error } = useAction()
  const { settlements, sideOf, isSettled, choose, carryTo } = useChoices(plan.id)
  const tables = tablesInConflict(plan)
  const [base = '', theirs = ''] = plan.source.of?.split(' ') ?? []
  const mergeAgain = async () => {
    const next = await client.mergeConfigurations(base, theirs, { settle: settlements })
    carryTo(next.id)
    await replacePlan(client, plan.id, next.id)
  }
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
      <Failure error={error} />
      <Button
        kind="primary"
        isRunning={isRunning}
        isDisabled={!tables.every(([table, count]) => isSettled(table, count))}
        onClick={() => void run(mergeAgain)}
      >
        {text.merges.again}
      </Button>
    </section>
  )
}

/** Returns the tables with conflicts, each with their number. */
const tablesInConflict = ({ tables }: Plan) =>
  Object.entries(tables).flatMap(([table, { conflict = 0 }]) => (conflict > 0 ? [[table, conflict] as const] : []))
