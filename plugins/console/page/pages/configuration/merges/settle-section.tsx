import type { Plan } from '@plinth/client'
import { Button } from '../../../components/button.js'
import { Failure } from '../../../components/failure.js'
import { Notice } from '../../../components/notice.js'
import { useLanguage } from '../../../language/language-context.js'
import { useAction } from '../../../requests/use-action.js'
import { replacePlan } from '../plans/open-plan.js'
import { useConfigurationClient } from '../use-configuration-client.js'
import { settlementsOf, useChoices } from './choices.js'
import { SideField } from './side-field.js'

/** Settles the conflicts of a merge, all at once or one by one, and merges again. */
export const SettleSection = ({ plan }: { readonly plan: Plan }) => {
  const { text } = useLanguage()
  const client = useConfigurationClient()
  const { run, isRunning, error } = useAction()
  const { choices, chooseAll, carryTo } = useChoices(plan.id)
  const { conflict } = plan.summary
  const isSettled = choices.others !== undefined || choices.records.length >= conflict
  const [base = '', theirs = ''] = plan.source.of?.split(' ') ?? []
  const mergeAgain = async () => {
    const next = await client.mergeConfigurations(base, theirs, { settle: settlementsOf(choices) })
    carryTo(next.id)
    await replacePlan(client, plan.id, next.id)
  }
  return (
    <section>
      <Notice kind="warning">{text.merges.conflicts(conflict)}</Notice>
      <SideField legend={text.merges.all} value={choices.others} onChange={chooseAll} />
      <Failure error={error} />
      <Button kind="primary" isRunning={isRunning} isDisabled={!isSettled} onClick={() => void run(mergeAgain)}>
        {text.merges.again}
      </Button>
    </section>
  )
}
