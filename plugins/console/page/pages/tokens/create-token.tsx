import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { Dialog } from '../../components/dialog.js'
import { Failure } from '../../components/failure.js'
import { SelectField } from '../../components/select-field.js'
import { TextField } from '../../components/text-field.js'
import { useLanguage } from '../../language/language-context.js'
import { useRequest } from '../../requests/use-request.js'
import { useSession } from '../../session/session-context.js'
import { initialRole, roleLabel } from '../users/role-choices.js'
import { useForm } from '../users/use-form.js'
import { ShownToken } from './shown-token.js'

const MAX_NAME_CHARACTERS = 64
const MAX_NOTE_CHARACTERS = 256

interface CreateTokenProps {
  readonly onCreated: () => void
  readonly onClose: () => void
}

/** A dialog that creates a token, and then shows it once. */
export const CreateToken = ({ onCreated, onClose }: CreateTokenProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const roles = useRequest((signal) => client.roles({ signal }), [client])
  const choices = roles.data?.map((role) => ({ value: role.name, label: roleLabel(role) })) ?? []
  const { form, field, choice, run, isRunning, error } = useForm({
    role_name: '',
    expires_in_days: '',
    name: '',
    note: '',
  })
  const [created, setCreated] = useState<string>()
  const { expires_in_days: days, name, note } = form
  const body = {
    role_name: form.role_name || initialRole(choices),
    ...(days && { expires_in_days: Number(days) }),
    ...(name && { name }),
    ...(note && { note }),
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    const isDone = await run(async () => setCreated((await client.createToken(body)).token))
    if (isDone) onCreated()
  }
  if (created) return <ShownToken token={created} onClose={onClose} />
  return (
    <Dialog title={text.tokens.create} onClose={onClose}>
      <Failure error={roles.error} onRetry={roles.reload} />
      <form onSubmit={(event) => void submit(event)}>
        <Failure error={error} />
        <TextField
          label={text.users.name}
          {...field('name')}
          maxLength={MAX_NAME_CHARACTERS}
          hint={text.tokens.nameHint}
          isRequired
          isFocused
        />
        <SelectField label={text.users.role} choices={choices} {...choice('role_name')} value={body.role_name} />
        <TextField
          label={text.tokens.days}
          type="number"
          min={1}
          {...field('expires_in_days')}
          hint={text.tokens.daysHint}
        />
        <TextField label={text.tokens.note} {...field('note')} maxLength={MAX_NOTE_CHARACTERS} />
        <Curl method="POST" path="/users/create_tpt" body={body} />
        <footer>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="primary" submits isRunning={isRunning}>
            {text.tokens.create}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
