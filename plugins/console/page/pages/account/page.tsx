import { Failure } from '../../components/failure.js'
import { PageHead } from '../../components/page-head.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useRequest } from '../../requests/use-request.js'
import { PasswordForm } from '../../session/password-form.js'
import { SUDO } from '../../session/role-levels.js'
import { useSession } from '../../session/session-context.js'
import { SessionList } from '../users/session-list.js'
import { UserProfile } from '../users/user-profile.js'
import { OwnEvents } from './own-events.js'
import { OwnFactor } from './own-factor.js'

/** The user's own profile, password, second factor, sessions and security events. */
export const AccountPage = () => {
  const { text } = useLanguage()
  const { client, who } = useSession()
  const toast = useToast()
  const username = who.username ?? ''
  const { data: user, error, reload } = useRequest((signal) => client.user(username, { signal }), [client, username])
  return (
    <div class="page-narrow">
      <PageHead title={text.account.title} lead={`${username} · ${who.role} (${who.role_level})`} />
      <Failure error={error} onRetry={reload} />
      {user && <UserProfile user={user} roles={[]} mayChange={false} onChange={reload} />}
      {/* Only after the profile, which would otherwise push these sections down. */}
      {(user || error) && (
        <>
          <section>
            <h2>{text.password}</h2>
            {who.role_level === SUDO ? (
              <p>{text.account.sudoPassword(username)}</p>
            ) : (
              <PasswordForm onDone={() => toast(text.account.passwordChanged)} />
            )}
          </section>
          <OwnFactor />
          <SessionList username={username} />
          <OwnEvents />
        </>
      )}
    </div>
  )
}
