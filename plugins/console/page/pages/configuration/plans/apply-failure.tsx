import { type Plan, PlinthApiError } from '@plinth/client'
import { CopyButton } from '../../../components/copy-button.js'
import { Failure } from '../../../components/failure.js'
import { Notice } from '../../../components/notice.js'
import { useLanguage } from '../../../language/language-context.js'
import { messageOf } from '../../../language/message-of.js'
import { OutdatedPlan } from './outdated-plan.js'

interface ApplyFailureProps {
  readonly error: unknown
  readonly plan: Plan
}

/** Why a plan was not applied, and what to do about it. */
export const ApplyFailure = ({ error, plan }: ApplyFailureProps) => {
  const { text } = useLanguage()
  const code = error instanceof PlinthApiError ? error.code : undefined
  if (code === 'PLAN_OUTDATED') return <OutdatedPlan error={error as PlinthApiError} plan={plan} />
  if (code !== 'PLAN_NEEDS_SECOND_PERSON') return <Failure error={error} />
  return (
    <Notice kind="warning">
      <p>{messageOf(error, text)}</p>
      <p>{text.plans.secondPerson}</p>
      <code class="secret">{location.href}</code>
      <CopyButton value={location.href} />
    </Notice>
  )
}
