import { Failure } from '../../components/failure.js'
import { useLanguage } from '../../language/language-context.js'
import { FactorState } from '../../second-factor/factor-state.js'
import { RemoveFactor } from '../../second-factor/remove-factor.js'
import { useSecondFactor } from '../../second-factor/use-second-factor.js'

/** The second factor of another user. It can be removed, such as when the user has lost the phone. */
export const UserFactor = ({ username }: { readonly username: string }) => {
  const { text } = useLanguage()
  const { access, data: factor, error, reload, isHidden } = useSecondFactor(username)
  if (isHidden) return null
  return (
    <section>
      <h2>{text.secondFactor.title}</h2>
      <Failure error={error} onRetry={reload} />
      <FactorState factor={factor} />
      {factor?.may_remove && factor.enrolled_at !== null && (
        <RemoveFactor
          username={username}
          hint={text.secondFactor.removeHint(username)}
          isRequired={factor.required}
          remove={() => access.removeSecondFactor(username)}
          onChange={reload}
        />
      )}
    </section>
  )
}
