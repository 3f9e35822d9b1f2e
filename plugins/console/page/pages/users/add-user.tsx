import type { RoleInfo } from '@plinth/client'
import { useState } from 'preact/hooks'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { changeLocation } from '../../shell/location.js'
import { AddUserForm } from './add-user-form.js'
import { NewUserCode } from './codes/new-user-code.js'
import { useIssuing } from './codes/use-issuing.js'

interface AddUserProps {
  readonly roles: readonly RoleInfo[]
  readonly onAdded: () => void
  readonly onCodeIssued: () => void
}

/** Adds a user. Then shows the code with which the user sets the password, if one is needed, and then the user. */
export const AddUser = ({ roles, onAdded, onCodeIssued }: AddUserProps) => {
  const { text } = useLanguage()
  const toast = useToast()
  const issuing = useIssuing(onCodeIssued)
  const [invited, setInvited] = useState<string>()
  const close = () => changeLocation({ add: undefined }, { replace: true })
  const showUser = (username: string) => changeLocation({ add: undefined, user: username }, { replace: true })
  const added = async (username: string, needsCode: boolean) => {
    onAdded()
    if (needsCode) {
      await issuing.issue(username)
      setInvited(username) // shows that the user was added, with the code, or why there is none
    } else {
      toast(text.users.added(username))
      showUser(username)
    }
  }
  if (invited === undefined) return <AddUserForm roles={roles} onAdded={added} onClose={close} />
  return <NewUserCode username={invited} issuing={issuing} onClose={() => showUser(invited)} />
}
