import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../components/button.js'
import { CheckField } from '../components/check-field.js'
import { Failure } from '../components/failure.js'
import { Notice } from '../components/notice.js'
import { TextField } from '../components/text-field.js'
import { useTitle } from '../components/use-title.js'
import { useLanguage } from '../language/language-context.js'
import { useAction } from '../requests/use-action.js'
import type { SessionStore } from './session-store.js'

interface LoginPageProps {
  readonly store: SessionStore
  readonly hasEnded: boolean
  /** Of the operator, for everybody who logs in. */
  readonly notice: string | null
  readonly brand: ComponentChildren
  readonly preferences: ComponentChildren
}

/** What is taken for an e-mail address. A username may look like one, too. */
const EMAIL = /^[^@]+@[^@]+$/

/**
 * Logs in. The address stays, so that one is back where one was. A name is tried in one way only, because a refused
 * attempt counts: whether it is a username although it looks like an e-mail address can be chosen after a failure.
 */
export const LoginPage = ({ store, hasEnded, notice, brand, preferences }: LoginPageProps) => {
  const { text } = useLanguage()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [isUsername, setUsername] = useState(false)
  const { run, isRunning, error } = useAction()
  useTitle(text.logIn)
  const looksLikeEmail = EMAIL.test(name)
  const submit = (event: Event) => {
    event.preventDefault()
    const isEmail = looksLikeEmail && !isUsername
    void run(() => store.login(isEmail ? { email: name } : { username: name }, password))
  }
  return (
    <main class="login">
      <form onSubmit={submit}>
        {brand}
        <h1>{text.logIn}</h1>
        {notice !== null && <p class="login-notice">{notice}</p>}
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
        {looksLikeEmail && (isUsername || error !== undefined) && (
          <CheckField label={text.isUsername} isChecked={isUsername} onChange={setUsername} />
        )}
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
        {!isSecureContext && <p class="hint">{text.keptInMemory.PLAIN_HTTP}</p>}
      </form>
      {preferences}
    </main>
  )
}
