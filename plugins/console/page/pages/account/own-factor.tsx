import { Failure } from '../../components/failure.js'
import { Notice } from '../../components/notice.js'
import { useLanguage } from '../../language/language-context.js'
import { FactorState } from '../../second-factor/factor-state.js'
import { RemoveFactor } from '../../second-factor/remove-factor.js'
import { useSecondFactor } from '../../second-factor/use-second-factor.js'
import { useSession } from '../../session/session-context.js'
import { EnrolFactor } from './enrol-factor.js'
import { RenewCodes } from './renew-codes.js'

/** The page warns if at most this many recovery codes are left. */
const FEW_CODES = 3

/** The second factor of the user's own account. */
export const OwnFactor = () => {
  const { text } = useLanguage()
  const username = useSession().who.username ?? ''
  const { access, data: factor, error, reload, isHidden } = useSecondFactor(username)
  const isEnrolled = !!factor?.enrolled_at
  if (isHidden) return null
  return (
    <section>
      <h2>{text.secondFactor.title}</h2>
      <p class="hint">{text.secondFactor.lead}</p>
      <Failure error={error} onRetry={reload} />
      <FactorState factor={factor} />
      {isEnrolled && factor.recovery_codes <= FEW_CODES && <Notice kind="warning">{text.secondFactor.fewLeft}</Notice>}
      {factor && !isEnrolled && <EnrolFactor access={access} username={username} onChange={reload} />}
      {isEnrolled && (
        <div class="row">
          <RenewCodes access={access} username={username} onChange={reload} />
          <RemoveFactor
            username={username}
            hint={text.secondFactor.removeOwnHint}
            isRequired={factor.required}
            remove={() => access.removeSecondFactor(username)}
            onChange={reload}
          />
        </div>
      )}
    </section>
  )
}
