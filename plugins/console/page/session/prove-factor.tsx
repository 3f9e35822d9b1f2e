import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../components/button.js'
import { Failure } from '../components/failure.js'
import { useLanguage } from '../language/language-context.js'
import { messageOf } from '../language/message-of.js'
import { useAction } from '../requests/use-action.js'
import { CodeField } from '../second-factor/code-field.js'
import { hasErrorCode } from './session-store.js'

interface ProveFactorProps {
  readonly onCode: (code: string) => Promise<void>
  readonly onBack: () => void
}

/** A form that takes a code of the second factor. */
export const ProveFactor = ({ onCode, onBack }: ProveFactorProps) => {
  const { text } = useLanguage()
  const [code, setCode] = useState('')
  const { run, isRunning, error } = useAction()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.select(), [error])
  const isWrong = hasErrorCode(error, 'SECOND_FACTOR_WRONG')
  const submit = (event: Event) => {
    event.preventDefault()
    void run(() => onCode(code))
  }
  return (
    <form ref={form} onSubmit={submit}>
      {!isWrong && <Failure error={error} />}
      <CodeField value={code} onInput={setCode} error={isWrong ? messageOf(error, text) : undefined} isFocused />
      <Button kind="primary" submits isRunning={isRunning}>
        {text.logIn}
      </Button>
      <Button kind="quiet" onClick={onBack}>
        {text.codes.backToLogin}
      </Button>
    </form>
  )
}
