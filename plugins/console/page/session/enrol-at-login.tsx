import { createClient } from '@plinth/client'
import { AccessClient } from '@plinth/client/access'
import { Button } from '../components/button.js'
import { Failure } from '../components/failure.js'
import { useLanguage } from '../language/language-context.js'
import { useRequest } from '../requests/use-request.js'
import { EnrolmentForm } from '../second-factor/enrolment-form.js'
import { SERVICE_URL } from './own-service.js'

interface EnrolAtLoginProps {
  readonly loginKey: string
  /** Passes a call through, and calls `onExpired` of the page if the login has expired. */
  readonly unlessExpired: <T>(call: Promise<T>) => Promise<T>
  readonly onCode: (code: string) => Promise<void>
  readonly onBack: () => void
}

/** Enrols the second factor that the role requires, before the session begins. */
export const EnrolAtLogin = ({ loginKey, unlessExpired, onCode, onBack }: EnrolAtLoginProps) => {
  const { text } = useLanguage()
  const {
    data: enrolment,
    error,
    reload,
  } = useRequest(
    (signal) =>
      unlessExpired(
        new AccessClient(createClient({ url: SERVICE_URL })).enrolAtLogin({ login_key: loginKey }, { signal }),
      ),
    [loginKey],
  )
  const back = (
    <Button kind="quiet" onClick={onBack}>
      {text.codes.backToLogin}
    </Button>
  )
  return (
    <>
      <p>{text.secondFactor.enrolAtLogin}</p>
      <Failure error={error} onRetry={reload} />
      {enrolment && (
        <EnrolmentForm enrolment={enrolment} onCode={onCode}>
          {(submit) => (
            <>
              {submit}
              {back}
            </>
          )}
        </EnrolmentForm>
      )}
      {!enrolment && back}
    </>
  )
}
