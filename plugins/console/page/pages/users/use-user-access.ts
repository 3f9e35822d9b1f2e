import type { User } from '@plinth/client'
import { type Loaded, useRequest } from '../../requests/use-request.js'
import { useSession } from '../../session/session-context.js'
import { codeOf } from './codes/requests.js'
import { useExpiry } from './codes/use-expiry.js'

/** What the caller may do for the password of a user. */
export interface PasswordRights {
  readonly maySetPassword: boolean
  readonly mayIssueCode: boolean
}

/** Loads whether a user can log in, the code of the user, and what the caller may do about both. */
export function useUserAccess(user: User, onCodeChange: () => void) {
  const { client } = useSession()
  const { username } = user
  const access = useRequest((signal) => client.userAccess(username, { signal }), [client, user])
  const code = useRequest((signal) => codeOf(client, username, signal), [client, user])
  const reloadCode = () => {
    code.reload()
    onCodeChange()
  }
  const reload = () => {
    access.reload()
    reloadCode()
  }
  useExpiry(code.data?.code?.expires_at, reloadCode)
  const rights: PasswordRights = {
    maySetPassword: access.data?.may_set_password === true,
    mayIssueCode: code.data?.may_issue === true,
  }
  return { access, code, rights, isAwaited: isAwaited(access) || isAwaited(code), reload, reloadCode }
}

const isAwaited = ({ data, isLoading }: Loaded<unknown>) => data === undefined && isLoading
