import { type Plan, PlinthApiError } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../../components/button.js'
import { Confirmation } from '../../../components/confirmation.js'
import { Curl } from '../../../components/curl.js'
import { Notice } from '../../../components/notice.js'
import { useLanguage } from '../../../language/language-context.js'
import { SettleSection } from '../merges/settle-section.js'
import { UsersToAdd } from '../new-users.js'
import { ApplyFailure } from './apply-failure.js'
import { ApplyReportView } from './apply-report-view.js'
import type { useApply } from './use-apply.js'

interface ApplySectionProps {
  readonly plan: Plan
  readonly applying: ReturnType<typeof useApply>
}

/** Applies a plan after a confirmation, and then shows the report. First, conflicts must be settled. */
export const ApplySection = ({ plan, applying }: ApplySectionProps) => {
  const { text } = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const { isRunning, report, error, apply } = applying
  const { add, update, remove, refused } = plan.summary
  const isOutdated = error instanceof PlinthApiError && error.code === 'PLAN_OUTDATED'
  if (report) return <ApplyReportView report={report} />
  if (plan.state === 'applied') return <Notice kind="info">{text.plans.wasApplied}</Notice>
  if (plan.summary.conflict > 0) return <SettleSection plan={plan} />
  if (plan.source.kind === 'comparison') return <p class="hint">{text.comparisons.hint}</p>
  return (
    <section>
      <ApplyFailure error={error} plan={plan} />
      {refused > 0 && <Notice kind="warning">{text.plans.refusedHint(refused)}</Notice>}
      {add + update + remove === 0 ? (
        <Notice kind="info">{text.plans.changesNothing}</Notice>
      ) : isOutdated ? null : (
        <Button kind="primary" isRunning={isRunning} onClick={() => setAsking(true)}>
          {text.plans.apply}
        </Button>
      )}
      {isAsking && (
        <Confirmation
          title={text.plans.applyTitle}
          action={text.plans.apply}
          onConfirm={() => apply(plan)}
          onClose={() => setAsking(false)}
        >
          <p>{text.plans.confirm(add, update, remove)}</p>
          <p>{text.plans.confirmHint}</p>
          <UsersToAdd count={plan.tables.Users?.add} />
          <Curl method="POST" path={`/settings/plans/${plan.id}/apply`} ifMatch={plan.etag} />
        </Confirmation>
      )}
    </section>
  )
}
