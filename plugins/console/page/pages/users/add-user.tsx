import type { RoleInfo } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { Dialog } from '../../components/dialog.js'
import { Failure } from '../../components/failure.js'
import { SelectField } from '../../components/select-field.js'
import { TextField } from '../../components/text-field.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { problemOf } from '../../language/message-of.js'
import { useSession } from '../../session/session-context.js'
import { useAction } from '../../session/use-action.js'
import { roleChoicesOfNewUser } from './role-choices.js'

interface AddUserProps {
  readonly roles: readonly RoleInfo[]
  readonly onDone: (username: string) => void
  readonly onClose: () => void
}

/** Creates a user. */
export const AddUser = ({ roles, onDone, onClose }: AddUserProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const { run, isRunning, error } = useAction()
  const [form, setForm] = useState({
    username: '',
    email: '',
    role_name: 'operator',
    password: '',
    name: '',
    lastname: '',
  })
  const { name, lastname, ...required } = form
  const body = { ...required, ...(name && { name }), ...(lastname && { lastname }) }
  const set = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value })
  const field = (key: keyof typeof form) => ({
    value: form[key],
    onInput: set(key),
    error: problemOf(error, key),
  })
  const submit = async (event: Event) => {
    event.preventDefault()
    const isDone = await run(async () => {
      await client.signUp(body)
    })
    if (!isDone) return
    toast(text.users.added(form.username))
    onDone(form.username)
  }
  return (
    <Dialog title={text.users.add} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Failure error={error} />
        <div class="columns">
          <TextField label={text.users.username} {...field('username')} isRequired isFocused />
          <TextField label={text.users.email} type="email" {...field('email')} isRequired />
          <SelectField
            label={text.users.role}
            value={form.role_name}
            choices={roleChoicesOfNewUser(roles, text)}
            onChange={set('role_name')}
            error={problemOf(error, 'role_name')}
          />
          <TextField
            label={text.password}
            type="password"
            autocomplete="new-password"
            hint={text.users.passwordHint}
            {...field('password')}
            isRequired
          />
          <TextField label={text.users.givenName} {...field('name')} />
          <TextField label={text.users.familyName} {...field('lastname')} />
        </div>
        <Curl method="POST" path="/users/signup" body={body} />
        <footer>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="primary" submits isRunning={isRunning}>
            {text.users.add}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
