import type { RoleInfo } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Confirmation } from '../../components/confirmation.js'
import { Curl } from '../../components/curl.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'
import type { Operation } from './operations.js'
import { RoleDialog } from './role-dialog.js'

interface RoleActionsProps {
  readonly role: RoleInfo
  readonly roles: readonly RoleInfo[]
  readonly operations: readonly Operation[]
  readonly onChange: () => void
}

/** The buttons that change the level of a role or delete the role. */
export const RoleActions = ({ role, roles, operations, onChange }: RoleActionsProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const [asked, setAsked] = useState<'change' | 'delete'>()
  const close = () => setAsked(undefined)
  return (
    <span class="row">
      <Button kind="quiet" onClick={() => setAsked('change')}>
        {text.roles.change}
      </Button>
      <Button kind="quiet" onClick={() => setAsked('delete')}>
        {text.users.delete}
      </Button>
      {asked === 'change' && (
        <RoleDialog role={role} roles={roles} operations={operations} onDone={onChange} onClose={close} />
      )}
      {asked === 'delete' && (
        <Confirmation
          title={text.roles.delete}
          action={text.users.delete}
          typedName={role.name}
          onConfirm={async () => {
            await client.deleteRole(role.name)
            toast(text.roles.deleted(role.name))
            onChange()
          }}
          onClose={close}
        >
          <p>{text.roles.deleteHint}</p>
          <Curl method="DELETE" path={`/roles/${encodeURIComponent(role.name)}`} />
        </Confirmation>
      )}
    </span>
  )
}
