import type { Plan } from '@plinth/client'
import { Time } from '../../../components/time.js'
import { useLanguage } from '../../../language/language-context.js'
import { MergeBase } from '../merges/merge-base.js'
import { ActorName } from './actor-name.js'
import { ComparedStates } from './compared-states.js'
import { PlanModes } from './plan-modes.js'

/** Who made a plan, when and from what, and when it expires. */
export const PlanFacts = ({ plan }: { readonly plan: Plan }) => {
  const { text } = useLanguage()
  const { source, mode, modes, created_by, created_at, expires_at } = plan
  return (
    <dl class="facts">
      {source.kind === 'comparison' && <ComparedStates source={source} />}
      {source.kind === 'merge' && <MergeBase source={source} />}
      {source.kind === 'file' && <PlanModes mode={mode} modes={modes} />}
      <div>
        <dt>{text.plans.made}</dt>
        <dd>
          <Time at={created_at} />, <ActorName actor={created_by} />
        </dd>
      </div>
      <div>
        <dt>{text.plans.expires}</dt>
        <dd>
          <Time at={expires_at} />
        </dd>
      </div>
      {source.sha256 && (
        <div>
          <dt>{text.plans.digest}</dt>
          <dd>
            <code>{source.sha256}</code>
          </dd>
        </div>
      )}
    </dl>
  )
}
