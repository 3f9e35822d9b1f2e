import type { RoleInfo, User } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Dialog } from '../../components/dialog.js'
import { Failure } from '../../components/failure.js'
import { useLanguage } from '../../language/language-context.js'
import { useRequest } from '../../requests/use-request.js'
import { ADMIN, SUDO } from '../../session/role-levels.js'
import { useSession } from '../../session/session-context.js'
import { changeLocation } from '../../shell/location.js'
import { EventList } from '../audit/event-list.js'
import { TokenList } from '../tokens/token-list.js'
import { SessionList } from './session-list.js'
import { UserAccess } from './user-access.js'
import { UserFactor } from './user-factor.js'
import { UserProfile } from './user-profile.js'
import { UserState } from './user-state.js'

interface UserDrawerProps {
  readonly username: string
  readonly roles: readonly RoleInfo[]
  /** Called after something has changed that the list of users shows. */
  readonly onChange: () => void
  /** Called after a code of the user was issued or withdrawn, or has expired. */
  readonly onCodeChange: () => void
}

/** A drawer with everything about one user that the caller may see. */
export const UserDrawer = ({ username, roles, onChange, onCodeChange }: UserDrawerProps) => {
  const { text } = useLanguage()
  const { client, who } = useSession()
  const { data: user, error, reload } = useRequest((signal) => client.user(username, { signal }), [client, username])
  const [reloadCount, setReloadCount] = useState(0)
  const reloadEvents = () => setReloadCount((count) => count + 1)
  const changed = () => {
    reload()
    onChange()
    reloadEvents()
  }
  const close = () => changeLocation({ user: undefined }, { replace: true })
  const closeAfterDeletion = () => {
    onChange()
    close()
  }
  const isAdmin = who.role_level <= ADMIN
  const mayChange = user?.may_change === true
  const isSelf = user?.username === who.username
  return (
    <Dialog title={<DrawerTitle username={username} user={user} />} onClose={close} isDrawer>
      <Failure error={error} onRetry={reload} />
      {user && (
        <>
          <UserProfile key={user.role.name} user={user} roles={roles} mayChange={mayChange} onChange={changed} />
          {mayChange && !isSelf && (
            <UserAccess
              user={user}
              onChange={changed}
              onAccessChange={reloadEvents}
              onDeleted={closeAfterDeletion}
              onCodeChange={onCodeChange}
            />
          )}
          {mayChange && !isSelf && <UserFactor username={user.username} />}
          {(mayChange || isSelf) && <SessionList username={username} />}
          {who.role_level <= SUDO && <CreatedTokens username={user.username} />}
          {isAdmin && (
            <section>
              <h2>{text.audit.title}</h2>
              <EventList query={{ concerning: username, limit: 10 }} reloadCount={reloadCount} />
            </section>
          )}
        </>
      )}
    </Dialog>
  )
}

/** The tokens that a user has created. Only sudo users may see them. */
const CreatedTokens = ({ username }: { readonly username: string }) => {
  const { text } = useLanguage()
  return (
    <section>
      <h2>{text.tokens.title}</h2>
      <TokenList query={{ created_by: username }} />
    </section>
  )
}

const DrawerTitle = ({ username, user }: { readonly username: string; readonly user: User | undefined }) => (
  <>
    <bdi>{username}</bdi> {user && <UserState user={user} />}
  </>
)
