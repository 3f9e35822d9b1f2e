import { useEffect } from 'preact/hooks'
import { Failure } from '../../../components/failure.js'
import { PageHead } from '../../../components/page-head.js'
import { useLanguage } from '../../../language/language-context.js'
import { useRequest } from '../../../requests/use-request.js'
import { hashOf } from '../../../shell/location.js'
import { useConfigurationClient } from '../use-configuration-client.js'
import { ApplySection } from './apply-section.js'
import { ChangeList } from './change-list.js'
import { DeletePlan } from './delete-plan.js'
import { closePlan } from './open-plan.js'
import { PlanCounts } from './plan-counts.js'
import { PlanFacts } from './plan-facts.js'
import { useApply } from './use-apply.js'

/** One plan: what it would change, and the button to apply it. */
export const PlanView = ({ id }: { readonly id: string }) => {
  const { text } = useLanguage()
  const client = useConfigurationClient()
  const applying = useApply(id)
  const { data, error, reload } = useRequest(
    (signal) => client.plan(id, { signal }),
    [client, id, applying.report, applying.error],
  )
  useEffect(() => document.querySelector('main')?.scrollTo(0, 0), [])
  return (
    <>
      <PageHead
        title={data ? text.plans.sources[data.source.kind] : text.plans.title}
        lead={<a href={hashOf('configuration')}>{text.configuration.title}</a>}
      >
        {data?.state === 'made' && <DeletePlan plan={id} onDeleted={closePlan} />}
      </PageHead>
      <Failure error={error} onRetry={reload} />
      {data ? (
        <>
          <PlanFacts plan={data} />
          <ApplySection plan={data} applying={applying} />
          <PlanCounts plan={data} />
          <ChangeList plan={data} />
        </>
      ) : (
        !error && <span class="skeleton" />
      )}
    </>
  )
}
