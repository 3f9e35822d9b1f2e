import type { ApplyReport } from '@plinth/client'
import { Button } from '../../../components/button.js'
import { Failure } from '../../../components/failure.js'
import { Notice } from '../../../components/notice.js'
import { useLanguage } from '../../../language/language-context.js'
import { NewUsers } from '../new-users.js'
import { usePlanOfSnapshot } from './use-plan-of-snapshot.js'

/** What the apply of a plan has done, and a button that makes the plan to undo it. */
export const ApplyReportView = ({ report }: { readonly report: ApplyReport }) => {
  const { text, number } = useLanguage()
  const { start, isRunning, error } = usePlanOfSnapshot()
  const { snapshot } = report
  const { added, updated, removed } = report.summary
  return (
    <section>
      <Notice kind="success">
        <p>{text.plans.applied(number(added), number(updated), number(removed))}</p>
        {snapshot && (
          <>
            <Button isRunning={isRunning} onClick={() => void start(snapshot)}>
              {text.plans.undo}
            </Button>
            <p class="hint">{text.plans.undoHint}</p>
          </>
        )}
      </Notice>
      <NewUsers report={report} />
      <Failure error={error} />
    </section>
  )
}
