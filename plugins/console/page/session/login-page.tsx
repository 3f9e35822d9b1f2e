import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../components/button.js'
import { Failure } from '../components/failure.js'
import { Notice } from '../components/notice.js'
import { TextField } from '../components/text-field.js'
import { useLanguage } from '../language/language-context.js'
import type { SessionStore } from './session-store.js'
import { useAction } from './use-action.js'

interface LoginPageProps {
  readonly store: SessionStore
  readonly hasEnded: boolean
  readonly brand: ComponentChildren
  readonly preferences: ComponentChildren
}

/** Logs in. The address stays, so that one is back where one was. */
export const LoginPage = ({ store, hasEnded, brand, preferences }: LoginPageProps) => {
  const { text } = useLanguage()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { run, isRunning, error } = useAction()
  const submit = (event: Event) => {
    event.preventDefault()
    void run(() => store.login(name, password))
  }
  return (
    <main class="login">
      <form onSubmit={submit}>
        {brand}
        <h1>{text.logIn}</h1>
        {hasEnded && <Notice kind="info">{text.sessionEnded}</Notice>}
        <Failure error={error} />
        <TextField
          label={text.usernameOrEmail}
          value={name}
          onInput={setName}
          autocomplete="username"
          isRequired
          isFocused
        />
        <TextField
          label={text.password}
          type="password"
          value={password}
          onInput={setPassword}
          autocomplete="current-password"
          isRequired
        />
        <Button kind="primary" submits isRunning={isRunning}>
          {text.logIn}
        </Button>
        <details>
          <summary>{text.firstStart}</summary>
          <p>{text.firstStartHelp}</p>
        </details>
        {!isSecureContext && <p class="hint">{text.keptInMemory}</p>}
      </form>
      {preferences}
    </main>
  )
}
