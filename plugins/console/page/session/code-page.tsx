import { PlinthApiError } from '@plinth/client'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../components/button.js'
import { Failure } from '../components/failure.js'
import { Notice } from '../components/notice.js'
import { TextField } from '../components/text-field.js'
import { useTitle } from '../components/use-title.js'
import type { Text } from '../language/english.js'
import { useLanguage } from '../language/language-context.js'
import { problemOf } from '../language/message-of.js'
import { useAction } from '../requests/use-action.js'
import { NameField } from './name-field.js'
import { redeemCode } from './redeem-code.js'
import { loginNameOf, type TypedName } from './typed-name.js'

const MAX_CODE_CHARACTERS = 64

interface CodePageProps {
  readonly name: TypedName
  readonly onName: (name: TypedName) => void
  /** The setting `PLINTH_CONSOLE_LOGIN_NOTICE`, which all pages before the login show. */
  readonly notice: ComponentChildren
  readonly brand: ComponentChildren
  readonly preferences: ComponentChildren
  readonly onDone: () => void
  readonly onBack: () => void
}

/** The page on which a user sets a password with a one-time code. */
export const CodePage = (props: CodePageProps) => {
  const { name, onName, notice, brand, preferences, onDone, onBack } = props
  const { text } = useLanguage()
  const [isNameGiven] = useState(name.value !== '') // when the page opens
  const [{ code, password, repeated }, setForm] = useState({ code: '', password: '', repeated: '' })
  const [doPasswordsDiffer, setPasswordsDiffer] = useState(false)
  const { run, isRunning, error, clear } = useAction()
  const isRefused = error instanceof PlinthApiError && error.code === 'PASSWORD_REFUSED'
  const form = useRef<HTMLFormElement>(null)
  useTitle(text.codes.redeem)
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [doPasswordsDiffer, error])
  const set = (field: 'code' | 'password' | 'repeated') => (value: string) => {
    setPasswordsDiffer(false)
    setForm((current) => ({ ...current, [field]: value }))
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    if (isRunning) return
    clear()
    setPasswordsDiffer(password !== repeated)
    if (password === repeated && (await run(() => redeemCode(loginNameOf(name), code, password)))) onDone()
  }
  return (
    <main class="login">
      <form ref={form} onSubmit={(event) => void submit(event)}>
        {brand}
        <h1>{text.codes.redeem}</h1>
        {notice}
        {isRefused ? <Notice kind="error">{text.codes.staysValid}</Notice> : <Failure error={error} />}
        <NameField name={name} onChange={onName} wasRefused={error !== undefined} isFocused={!isNameGiven} />
        <TextField
          label={text.codes.code}
          value={code}
          onInput={set('code')}
          autocomplete="one-time-code"
          maxLength={MAX_CODE_CHARACTERS}
          hint={text.codes.codeHint}
          isRequired
          isFocused={isNameGiven}
        />
        <TextField
          label={text.users.newPassword}
          type="password"
          value={password}
          onInput={set('password')}
          autocomplete="new-password"
          hint={text.users.passwordHint}
          error={isRefused ? refusalOf(error, text) : undefined}
          isRequired
        />
        <TextField
          label={text.codes.passwordAgain}
          type="password"
          value={repeated}
          onInput={set('repeated')}
          autocomplete="new-password"
          error={doPasswordsDiffer ? text.codes.passwordsDiffer : undefined}
          isRequired
        />
        <Button kind="primary" submits isRunning={isRunning}>
          {text.users.setPassword}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {text.codes.backToLogin}
        </Button>
      </form>
      {preferences}
    </main>
  )
}

/** Returns why a password was refused: all rules in the chosen language, and the broken ones as the service says. */
const refusalOf = (error: unknown, text: Text) =>
  [text.errors.PASSWORD_REFUSED, problemOf(error, 'new_password')].filter(Boolean).join(' ')
