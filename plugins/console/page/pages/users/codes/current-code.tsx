import { Button } from '../../../components/button.js'
import { Failure } from '../../../components/failure.js'
import { Time } from '../../../components/time.js'
import { useLanguage } from '../../../language/language-context.js'
import type { CurrentCode as Code } from './requests.js'
import { useWithdrawal } from './use-withdrawal.js'

interface CurrentCodeProps {
  readonly username: string
  readonly code: Code | null | undefined
  readonly onChange: () => void
}

/** What is known about the code of a user that can be redeemed, with a button that withdraws it. */
export const CurrentCode = ({ username, code, onChange }: CurrentCodeProps) => {
  const { text } = useLanguage()
  const { withdraw, error } = useWithdrawal(onChange)
  return (
    <>
      <Failure error={error} />
      {code && (
        <div class="current-code">
          <dl class="facts">
            <div>
              <dt>{text.codes.codeFor}</dt>
              <dd>{text.codes.purposes[code.purpose]}</dd>
            </div>
            <div>
              <dt>{text.codes.issuedBy}</dt>
              <dd>
                <bdi>{code.issued_by}</bdi>
              </dd>
            </div>
            <div>
              <dt>{text.codes.validUntil}</dt>
              <dd>
                <Time at={code.expires_at} />
              </dd>
            </div>
          </dl>
          <Button onClick={() => void withdraw(username)}>{text.codes.withdraw}</Button>
        </div>
      )}
    </>
  )
}
