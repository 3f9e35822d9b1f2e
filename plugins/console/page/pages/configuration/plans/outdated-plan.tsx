import type { Plan, PlinthApiError } from '@plinth/client'
import { Button } from '../../../components/button.js'
import { Failure } from '../../../components/failure.js'
import { Notice } from '../../../components/notice.js'
import { Progress } from '../../../components/progress.js'
import { useLanguage } from '../../../language/language-context.js'
import { messageOf } from '../../../language/message-of.js'
import { usePlanAgain } from './use-plan-again.js'

interface OutdatedPlanProps {
  readonly error: PlinthApiError
  readonly plan: Plan
}

/** The records that others have changed since a plan was made, and a button that makes it again. */
export const OutdatedPlan = ({ error, plan }: OutdatedPlanProps) => {
  const { text } = useLanguage()
  const again = usePlanAgain(plan)
  return (
    <>
      <Notice kind="error">
        <p>{messageOf(error, text)}</p>
        <ul>
          {error.fields?.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <span class="muted">{field}</span> <bdi lang="en">{message}</bdi>
            </li>
          ))}
        </ul>
        {again.start ? (
          <Button isRunning={again.isRunning} onClick={again.start}>
            {text.plans.planAgain}
          </Button>
        ) : (
          <p>{text.plans.chooseAgain}</p>
        )}
        {again.isRunning && <Progress label={text.configuration.working} value={undefined} />}
      </Notice>
      <Failure error={again.error} />
    </>
  )
}
