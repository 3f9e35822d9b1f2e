import { type Enrolment, PlinthApiError } from '@plinth/client'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../components/button.js'
import { CopyButton } from '../components/copy-button.js'
import { Failure } from '../components/failure.js'
import { useLanguage } from '../language/language-context.js'
import { messageOf } from '../language/message-of.js'
import { useAction } from '../requests/use-action.js'
import { CodeField } from './code-field.js'
import { QrCode } from './qr-code.js'

const WRONG_CODES: readonly string[] = ['ENROLMENT_CODE_WRONG', 'SECOND_FACTOR_WRONG']

interface EnrolmentFormProps {
  readonly enrolment: Enrolment
  /** Sends the first code of the app to the service. */
  readonly onCode: (code: string) => Promise<void>
  /** Returns the end of the form, which contains `submit`: the button that sends the code. */
  readonly children: (submit: ComponentChildren) => ComponentChildren
}

/** Shows a secret to enter into an authenticator app, and takes the first code of that app. */
export const EnrolmentForm = ({ enrolment, onCode, children }: EnrolmentFormProps) => {
  const { text } = useLanguage()
  const [code, setCode] = useState('')
  const { run, isRunning, error } = useAction()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.select(), [error])
  const isWrong = error instanceof PlinthApiError && WRONG_CODES.includes(error.code)
  const submit = (event: Event) => {
    event.preventDefault()
    void run(() => onCode(code))
  }
  return (
    <form ref={form} onSubmit={submit}>
      <p>{text.secondFactor.scan}</p>
      <QrCode svg={enrolment.qr_svg} />
      <div>
        <p>{text.secondFactor.typeSecret}</p>
        <div class="row">
          <code class="secret">{enrolment.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
          <CopyButton value={enrolment.secret} />
        </div>
      </div>
      <p>{text.secondFactor.enterCode}</p>
      {!isWrong && <Failure error={error} />}
      <CodeField
        value={code}
        onInput={setCode}
        error={isWrong ? messageOf(error, text) : undefined}
        isAppOnly
        isFocused
      />
      {children(
        <Button kind="primary" submits isRunning={isRunning}>
          {text.secondFactor.finish}
        </Button>,
      )}
    </form>
  )
}
