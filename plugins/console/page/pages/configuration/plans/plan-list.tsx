import type { Plan } from '@plinth/client'
import { Failure } from '../../../components/failure.js'
import { type Column, Table } from '../../../components/table.js'
import { Time } from '../../../components/time.js'
import { type Language, useLanguage } from '../../../language/language-context.js'
import { useRequest } from '../../../requests/use-request.js'
import { hashOf } from '../../../shell/location.js'
import { useConfigurationClient } from '../use-configuration-client.js'
import { ActorName } from './actor-name.js'
import { DeletePlan } from './delete-plan.js'
import { summaryOf } from './words-of-plan.js'

/** The open plans and comparisons of all users, so that a second person finds the plans to apply. */
export const PlanList = () => {
  const language = useLanguage()
  const { text } = language
  const client = useConfigurationClient()
  const { data, error, isLoading, reload } = useRequest((signal) => client.plans({ signal }), [client])
  return (
    <section>
      <h2>{text.plans.open}</h2>
      <p class="hint">{text.plans.openHint}</p>
      <Failure error={error} onRetry={reload} />
      <Table
        caption={text.plans.open}
        columns={columnsOf(language, reload)}
        rows={data?.filter(({ state }) => state === 'made')}
        keyOf={({ id }) => id}
        isLoading={isLoading}
        empty={text.plans.none}
      />
    </section>
  )
}

const columnsOf = (language: Language, onDeleted: () => void): readonly Column<Plan>[] => [
  {
    name: 'plan',
    title: language.text.plans.changes,
    cell: (plan) => (
      <div class="wide-cell">
        <a href={hashOf('configuration', { plan: plan.id })}>{language.text.plans.sources[plan.source.kind]}</a>
        <br />
        {summaryOf(plan, language)}
      </div>
    ),
  },
  { name: 'by', title: language.text.audit.actor, cell: ({ created_by }) => <ActorName actor={created_by} /> },
  { name: 'made', title: language.text.plans.made, cell: ({ created_at }) => <Time at={created_at} /> },
  { name: 'expires', title: language.text.plans.expires, cell: ({ expires_at }) => <Time at={expires_at} /> },
  {
    name: 'actions',
    title: language.text.actions,
    isTitleHidden: true,
    cell: ({ id }) => <DeletePlan plan={id} onDeleted={onDeleted} />,
  },
]
