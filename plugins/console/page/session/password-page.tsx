import type { ComponentChildren } from 'preact'
import { Button } from '../components/button.js'
import { Notice } from '../components/notice.js'
import { useLanguage } from '../language/language-context.js'
import { PasswordForm } from './password-form.js'
import { useSession } from './session-context.js'

/** All that a user sees who must change the password first. */
export const PasswordPage = ({ brand }: { readonly brand: ComponentChildren }) => {
  const { text } = useLanguage()
  const { store } = useSession()
  return (
    <main class="login">
      <div class="login-box">
        {brand}
        <h1>{text.account.changePassword}</h1>
        <Notice kind="warning">{text.mustChangePassword}</Notice>
        <PasswordForm onDone={() => undefined} />
        <Button kind="quiet" onClick={() => void store.logout()}>
          {text.logOut}
        </Button>
      </div>
    </main>
  )
}
