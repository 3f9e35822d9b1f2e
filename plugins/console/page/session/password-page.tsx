import type { ComponentChildren } from 'preact'
import { Button } from '../components/button.js'
import { Notice } from '../components/notice.js'
import { useTitle } from '../components/use-title.js'
import { useLanguage } from '../language/language-context.js'
import { PasswordForm } from './password-form.js'
import { SUDO } from './role-levels.js'
import { useSession } from './session-context.js'
import { useLogout } from './use-logout.js'

/** The only page for a user who must first change the password. */
export const PasswordPage = ({ brand }: { readonly brand: ComponentChildren }) => {
  const { text } = useLanguage()
  const { who } = useSession()
  const logout = useLogout()
  useTitle(text.account.changePassword)
  return (
    <main class="login">
      <div class="login-box">
        {brand}
        <h1>{text.account.changePassword}</h1>
        {who.role_level === SUDO ? (
          <Notice kind="warning">{text.account.sudoPassword(who.username ?? '')}</Notice>
        ) : (
          <>
            <Notice kind="warning">{text.mustChangePassword}</Notice>
            <PasswordForm onDone={() => undefined} isFocused />
          </>
        )}
        <Button kind="quiet" onClick={logout}>
          {text.logOut}
        </Button>
      </div>
    </main>
  )
}
