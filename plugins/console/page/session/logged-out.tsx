import type { PlinthSecondFactorError } from '@plinth/client'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Notice } from '../components/notice.js'
import { useLanguage } from '../language/language-context.js'
import { CodePage } from './code-page.js'
import { LoginPage } from './login-page.js'
import { SecondStepPage } from './second-step-page.js'
import type { SessionStore } from './session-store.js'
import { NO_NAME } from './typed-name.js'

interface LoggedOutProps {
  readonly store: SessionStore
  readonly hasEnded: boolean
  /** The setting `PLINTH_CONSOLE_LOGIN_NOTICE`, which all pages before the login show. */
  readonly notice: string | null
  readonly brand: ComponentChildren
  readonly preferences: ComponentChildren
}

/**
 * The page before the login: the login form, its second step, or the form for a one-time code. The typed username or
 * e-mail address is kept when the user switches between these.
 */
export const LoggedOut = ({ store, hasEnded, notice, brand, preferences }: LoggedOutProps) => {
  const { text } = useLanguage()
  const [name, setName] = useState(NO_NAME)
  const [shown, setShown] = useState<'login' | 'code' | 'loginAfterCode' | 'loginAfterExpiry'>('login')
  const [pending, setPending] = useState<PlinthSecondFactorError>()
  const common = {
    name,
    onName: setName,
    brand,
    preferences,
    notice: notice !== null && <p class="login-notice">{notice}</p>,
  }
  const logInAgain = (reason: 'login' | 'loginAfterExpiry') => {
    setPending(undefined)
    setShown(reason)
  }
  if (pending)
    return (
      <SecondStepPage
        {...common}
        store={store}
        pending={pending}
        onExpired={() => logInAgain('loginAfterExpiry')}
        onBack={() => logInAgain('login')}
      />
    )
  if (shown === 'code')
    return <CodePage {...common} onDone={() => setShown('loginAfterCode')} onBack={() => setShown('login')} />
  return (
    <LoginPage {...common} store={store} onCode={() => setShown('code')} onSecondStep={setPending}>
      {shown === 'loginAfterCode' && <Notice kind="success">{text.codes.passwordSet}</Notice>}
      {shown === 'loginAfterExpiry' && <Notice kind="warning">{text.secondFactor.loginExpired}</Notice>}
      {shown === 'login' && hasEnded && <Notice kind="info">{text.sessionEnded}</Notice>}
    </LoginPage>
  )
}
