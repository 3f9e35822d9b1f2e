import type { PlinthSecondFactorError } from '@plinth/client'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useTitle } from '../components/use-title.js'
import { useLanguage } from '../language/language-context.js'
import { RecoveryCodes } from '../second-factor/recovery-codes.js'
import { EnrolAtLogin } from './enrol-at-login.js'
import { ProveFactor } from './prove-factor.js'
import { type CompletedLogin, hasErrorCode, type SessionStore } from './session-store.js'

interface SecondStepPageProps {
  readonly store: SessionStore
  /** What the service asks for after the correct password. */
  readonly pending: PlinthSecondFactorError
  readonly brand: ComponentChildren
  readonly preferences: ComponentChildren
  readonly onExpired: () => void
  readonly onBack: () => void
}

/** The second step of a login: a code of the second factor, or its enrolment. */
export const SecondStepPage = ({ store, pending, brand, preferences, onExpired, onBack }: SecondStepPageProps) => {
  const { text } = useLanguage()
  const [completed, setCompleted] = useState<CompletedLogin>()
  const heading = useRef<HTMLHeadingElement>(null)
  const title = completed
    ? text.secondFactor.recoveryCodes
    : pending.step === 'enrol'
      ? text.secondFactor.enrol
      : text.secondFactor.title
  useTitle(title)
  useEffect(() => {
    if (completed || pending.step === 'enrol') heading.current?.focus() // the text above the fields is to be read first
  }, [completed])
  const unlessExpired = async <T,>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (error) {
      if (hasErrorCode(error, 'LOGIN_EXPIRED')) onExpired()
      throw error
    }
  }
  const complete = async (code: string) => {
    const login = await unlessExpired(store.completeLogin(pending.loginKey, code))
    if (login.recoveryCodes) setCompleted(login)
    else await login.open()
  }
  const step = { onCode: complete, onBack }
  return (
    <main class="login">
      <div class="login-box">
        {brand}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {completed?.recoveryCodes ? (
          <RecoveryCodes codes={completed.recoveryCodes} username={completed.username} onKept={completed.open} />
        ) : pending.step === 'enrol' ? (
          <EnrolAtLogin loginKey={pending.loginKey} unlessExpired={unlessExpired} {...step} />
        ) : (
          <ProveFactor {...step} />
        )}
      </div>
      {preferences}
    </main>
  )
}
