import type { SecondFactor } from '@plinth/client'
import { Time } from '../components/time.js'
import { useLanguage } from '../language/language-context.js'

/** Since when a user has a second factor, if at all, and how many recovery codes are left. */
export const FactorState = ({ factor }: { readonly factor: SecondFactor | undefined }) => {
  const { text, number } = useLanguage()
  if (!factor) return <span class="skeleton" />
  const { enrolled_at: since, recovery_codes: left, required } = factor
  return (
    <>
      {since === null ? (
        <p>{text.secondFactor.none}</p>
      ) : (
        <dl class="facts">
          <div>
            <dt>{text.secondFactor.since}</dt>
            <dd>
              <Time at={since} />
            </dd>
          </div>
          <div>
            <dt>{text.secondFactor.left}</dt>
            <dd>{number(left)}</dd>
          </div>
        </dl>
      )}
      {required && <p class="hint">{text.secondFactor.required}</p>}
    </>
  )
}
