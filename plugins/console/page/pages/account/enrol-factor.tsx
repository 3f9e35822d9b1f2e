import type { Enrolment } from '@plinth/client'
import type { AccessClient } from '@plinth/client/access'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { Dialog } from '../../components/dialog.js'
import { Failure } from '../../components/failure.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useAction } from '../../requests/use-action.js'
import { EnrolmentForm } from '../../second-factor/enrolment-form.js'
import { RecoveryCodesDialog } from './recovery-codes-dialog.js'

interface EnrolFactorProps {
  readonly access: AccessClient
  readonly username: string
  readonly onChange: () => void
}

/** Enrols a second factor, and then shows the recovery codes. */
export const EnrolFactor = ({ access, username, onChange }: EnrolFactorProps) => {
  const { text } = useLanguage()
  const toast = useToast()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<readonly string[]>()
  const { run, isRunning, error } = useAction()
  const begin = () => run(async () => setEnrolment(await access.enrolSecondFactor()))
  const confirm = async (code: string) => {
    setCodes(await access.confirmSecondFactor({ code }))
    setEnrolment(undefined)
  }
  const end = () => {
    setCodes(undefined)
    toast(text.secondFactor.wasEnrolled)
    onChange()
  }
  const cancel = () => setEnrolment(undefined)
  return (
    <>
      <Failure error={error} />
      <Button isRunning={isRunning} onClick={() => void begin()}>
        {text.secondFactor.enrol}
      </Button>
      {enrolment && (
        <Dialog title={text.secondFactor.enrol} onClose={cancel} asksIfEdited={false}>
          <EnrolmentForm enrolment={enrolment} onCode={confirm}>
            {(submit) => (
              <>
                <Curl method="POST" path="/users/confirm_second_factor" body={{ code: '…' }} />
                <footer>
                  <Button onClick={cancel}>{text.cancel}</Button>
                  {submit}
                </footer>
              </>
            )}
          </EnrolmentForm>
        </Dialog>
      )}
      {codes && <RecoveryCodesDialog codes={codes} username={username} onClose={end} />}
    </>
  )
}
