import { PlinthSecondFactorError } from '@plinth/client'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../components/button.js'
import { Failure } from '../components/failure.js'
import { TextField } from '../components/text-field.js'
import { useTitle } from '../components/use-title.js'
import { useLanguage } from '../language/language-context.js'
import { useAction } from '../requests/use-action.js'
import { NameField } from './name-field.js'
import type { SessionStore } from './session-store.js'
import { loginNameOf, type TypedName } from './typed-name.js'

interface LoginPageProps {
  readonly store: SessionStore
  readonly name: TypedName
  readonly onName: (name: TypedName) => void
  /** The setting `PLINTH_CONSOLE_LOGIN_NOTICE`, which all pages before the login show. */
  readonly notice: ComponentChildren
  readonly brand: ComponentChildren
  readonly preferences: ComponentChildren
  /** A notice that says why the user is to log in now, if there is one. */
  readonly children: ComponentChildren
  readonly onCode: () => void
  readonly onSecondStep: (pending: PlinthSecondFactorError) => void
}

/** The login form. The URL does not change, so that the page of the URL opens after the login. */
export const LoginPage = (props: LoginPageProps) => {
  const { store, name, onName, notice, brand, preferences, children, onCode, onSecondStep } = props
  const { text } = useLanguage()
  const [password, setPassword] = useState('')
  const [isNameGiven] = useState(name.value !== '') // when the page opens
  const { run, isRunning, error } = useAction()
  useTitle(text.logIn)
  const submit = (event: Event) => {
    event.preventDefault()
    void run(() =>
      store.login(loginNameOf(name), password).catch((refused: unknown) => {
        if (!(refused instanceof PlinthSecondFactorError)) throw refused
        onSecondStep(refused)
      }),
    )
  }
  return (
    <main class="login">
      <form onSubmit={submit}>
        {brand}
        <h1>{text.logIn}</h1>
        {notice}
        {children}
        <Failure error={error} />
        <NameField name={name} onChange={onName} wasRefused={error !== undefined} isFocused={!isNameGiven} />
        <TextField
          label={text.password}
          type="password"
          value={password}
          onInput={setPassword}
          autocomplete="current-password"
          isRequired
          isFocused={isNameGiven}
        />
        <Button kind="primary" submits isRunning={isRunning}>
          {text.logIn}
        </Button>
        <Button kind="quiet" onClick={onCode}>
          {text.codes.have}
        </Button>
        <details>
          <summary>{text.firstStart}</summary>
          <p>{text.firstStartHelp}</p>
        </details>
        {!isSecureContext && <p class="hint">{text.keptInMemory.PLAIN_HTTP}</p>}
      </form>
      {preferences}
    </main>
  )
}
