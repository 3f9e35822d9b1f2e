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

/** The plans that can be applied, those of others too, so that a second person finds them. */
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
        rows={data?.filter(({ state, source }) => state === 'made' && source.kind !== 'comparison')}
        keyOf={({ id }) => id}
        isLoading={isLoading}
        empty={text.plans.none}
      />
    </section>
  )
}

const columnsOf = ({ text, number }: Language, onDeleted: () => void): readonly Column<Plan>[] => [
  {
    name: 'plan',
    title: text.plans.changes,
    cell: ({ id, source, summary: { add, update, remove, refused } }) => (
      <div class="wide-cell">
        <a href={hashOf('configuration', { plan: id })}>{text.plans.sources[source.kind]}</a>
        <br />
        {text.plans.summary(number(add), number(update), number(remove), number(refused))}
      </div>
    ),
  },
  { name: 'by', title: text.audit.actor, cell: ({ created_by }) => <ActorName actor={created_by} /> },
  { name: 'made', title: text.plans.made, cell: ({ created_at }) => <Time at={created_at} /> },
  { name: 'expires', title: text.plans.expires, cell: ({ expires_at }) => <Time at={expires_at} /> },
  {
    name: 'actions',
    title: text.actions,
    isTitleHidden: true,
    cell: ({ id }) => <DeletePlan plan={id} onDeleted={onDeleted} />,
  },
]
