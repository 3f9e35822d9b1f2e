import type { RoleInfo } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { Dialog } from '../../components/dialog.js'
import { Failure } from '../../components/failure.js'
import { TextField } from '../../components/text-field.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { problemOf } from '../../language/message-of.js'
import { useAction } from '../../requests/use-action.js'
import { useSession } from '../../session/session-context.js'
import { mayCall, type Operation } from './operations.js'

const MAX_NAME_CHARACTERS = 32

interface RoleDialogProps {
  /** The role to change. Without it, the dialog adds a role. */
  readonly role?: RoleInfo
  readonly roles: readonly RoleInfo[]
  readonly operations: readonly Operation[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** A dialog that adds a role, or changes the level of a role. */
export const RoleDialog = ({ role, roles, operations, onDone, onClose }: RoleDialogProps) => {
  const { text, number } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const { run, isRunning, error } = useAction()
  const [name, setName] = useState(role?.name ?? '')
  const [level, setLevel] = useState(role ? String(role.level) : '')
  const allowed = operations.filter((operation) => mayCall(Number(level), operation)).length
  const isOpen = roles.some((other) => other.open && other.level <= Number(level))
  const title = role ? text.roles.change : text.roles.add
  const submit = async (event: Event) => {
    event.preventDefault()
    const isDone = await run(async () => {
      if (role) await client.changeRole(role.name, { level: Number(level) })
      else await client.addRole({ name, level: Number(level) })
    })
    if (!isDone) return
    toast(role ? text.roles.changed(name) : text.roles.added(name))
    onDone()
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Failure error={error} />
        {role ? (
          <p>{text.roles.changeHint(name)}</p>
        ) : (
          <TextField
            label={text.users.name}
            value={name}
            onInput={setName}
            maxLength={MAX_NAME_CHARACTERS}
            error={problemOf(error, 'name')}
            isRequired
            isFocused
          />
        )}
        <TextField
          label={text.roles.level}
          type="number"
          min={1}
          value={level}
          onInput={setLevel}
          hint={
            level === ''
              ? text.roles.levelHint
              : `${text.roles.may}: ${text.roles.operations(number(allowed), number(operations.length))}. ${isOpen ? text.roles.openHint : ''}`
          }
          error={problemOf(error, 'level')}
          isRequired
        />
        {role ? (
          <Curl method="PATCH" path={`/roles/${encodeURIComponent(role.name)}`} body={{ level: Number(level) }} />
        ) : (
          <Curl method="POST" path="/roles" body={{ name, level: Number(level) }} />
        )}
        <footer>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="primary" submits isRunning={isRunning}>
            {title}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
