import type { RoleInfo, User } from '@plinth/client'
import { Badge } from '../../components/badge.js'
import { Dialog } from '../../components/dialog.js'
import { Failure } from '../../components/failure.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'
import { useRequest } from '../../session/use-request.js'
import { EventList } from '../audit/event-list.js'
import { SessionList } from './session-list.js'
import { UserAccess } from './user-access.js'
import { UserProfile } from './user-profile.js'

interface UserDrawerProps {
  readonly username: string
  readonly roles: readonly RoleInfo[]
  /** After something was changed that the list shows. */
  readonly onChange: () => void
  readonly onClose: () => void
}

const ADMIN = 1

/** All about one user. */
export const UserDrawer = ({ username, roles, onChange, onClose }: UserDrawerProps) => {
  const { text } = useLanguage()
  const { client, who } = useSession()
  const { data: user, error, reload } = useRequest((signal) => client.user(username, { signal }), [client, username])
  const changed = () => {
    reload()
    onChange()
  }
  const closeAfterDeletion = () => {
    onChange()
    onClose()
  }
  const isAdmin = who.role_level <= ADMIN
  const mayChange = user !== undefined && isAdmin && user.role.level >= Math.max(who.role_level, ADMIN)
  const isSelf = user?.username === who.username
  return (
    <Dialog title={<DrawerTitle username={username} user={user} />} onClose={onClose} isDrawer>
      <Failure error={error} onRetry={reload} />
      {user && (
        <>
          <UserProfile key={user.role.name} user={user} roles={roles} mayChange={mayChange} onChange={changed} />
          {mayChange && !isSelf && <UserAccess user={user} onChange={changed} onDeleted={closeAfterDeletion} />}
          {(isAdmin || isSelf) && <SessionList username={username} />}
          {isAdmin && (
            <section>
              <h2>{text.audit.title}</h2>
              <EventList query={{ concerning: username, limit: 10 }} />
            </section>
          )}
        </>
      )}
    </Dialog>
  )
}

const DrawerTitle = ({ username, user }: { readonly username: string; readonly user: User | undefined }) => {
  const { text } = useLanguage()
  return (
    <>
      <bdi>{username}</bdi> {user?.disabled && <Badge kind="bad">{text.users.disabled}</Badge>}
    </>
  )
}
