import { PlinthApiError } from '@plinth/client'
import { AccessClient } from '@plinth/client/access'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../components/button.js'
import { Curl } from '../components/curl.js'
import { Dialog } from '../components/dialog.js'
import { Failure } from '../components/failure.js'
import { TextField } from '../components/text-field.js'
import { useLanguage } from '../language/language-context.js'
import { messageOf } from '../language/message-of.js'
import { useAction } from '../requests/use-action.js'
import { CodeField } from '../second-factor/code-field.js'
import { useSession } from './session-context.js'
import type { Client } from './session-store.js'

interface ConfirmLoginDialogProps {
  readonly client: Client
  /** Whether the user has a second factor, and can enter a code instead of the password. */
  readonly hasFactor: boolean
  readonly onAnswer: (isConfirmed: boolean) => void
}

/** A dialog that takes the password or a code, and confirms the login with it. */
export const ConfirmLoginDialog = ({ client, hasFactor, onAnswer }: ConfirmLoginDialogProps) => {
  const { text } = useLanguage()
  const { who } = useSession()
  const [isByCode, setByCode] = useState(hasFactor)
  const [proof, setProof] = useState('')
  const { run, isRunning, error, clear } = useAction()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.select(), [error])
  const isWrong = error instanceof PlinthApiError && error.code === 'LOGIN_NOT_CONFIRMED'
  const field = {
    value: proof,
    onInput: setProof,
    error: isWrong ? messageOf(error, text) : undefined,
    isRequired: true,
    isFocused: true,
  }
  const changeWay = () => {
    clear()
    setProof('')
    setByCode(!isByCode)
  }
  const bodyWith = (value: string) => (isByCode ? { code: value } : { password: value })
  const submit = async (event: Event) => {
    event.preventDefault()
    if (await run(async () => void (await new AccessClient(client).confirmLogin(bodyWith(proof))))) onAnswer(true)
  }
  return (
    <Dialog title={text.confirmLogin.title} onClose={() => onAnswer(false)} asksIfEdited={false}>
      <form ref={form} onSubmit={(event) => void submit(event)}>
        <p>{text.confirmLogin.lead}</p>
        {!isWrong && <Failure error={error} />}
        {/* Browsers and password managers look for a username. */}
        <input type="text" autocomplete="username" value={who.username ?? ''} readOnly hidden />
        {isByCode ? (
          <CodeField {...field}>
            <Button kind="quiet" onClick={changeWay}>
              {text.confirmLogin.withPassword}
            </Button>
          </CodeField>
        ) : (
          <TextField {...field} label={text.password} type="password" autocomplete="current-password" />
        )}
        {hasFactor && !isByCode && (
          <div class="ways">
            <Button kind="quiet" onClick={changeWay}>
              {text.confirmLogin.withCode}
            </Button>
          </div>
        )}
        <Curl method="POST" path="/users/confirm" body={bodyWith('…')} />
        <footer>
          <Button onClick={() => onAnswer(false)}>{text.cancel}</Button>
          <Button kind="primary" submits isRunning={isRunning}>
            {text.confirmLogin.confirm}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
