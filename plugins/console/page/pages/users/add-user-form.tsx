import type { RoleInfo } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { Dialog } from '../../components/dialog.js'
import { Failure } from '../../components/failure.js'
import { RadioField } from '../../components/radio-field.js'
import { SelectField } from '../../components/select-field.js'
import { TextField } from '../../components/text-field.js'
import type { Text } from '../../language/english.js'
import { useLanguage } from '../../language/language-context.js'
import { utcOf } from '../../language/local-time.js'
import { useSession } from '../../session/session-context.js'
import { addUser } from './codes/requests.js'
import { initialRole, roleChoicesOfNewUser } from './role-choices.js'
import { useForm } from './use-form.js'
import { ValidUntilField } from './valid-until-field.js'

/** How a new user gets a password: the user sets it with a code, or the form sets it now. */
type PasswordWay = 'code' | 'now'

interface AddUserFormProps {
  readonly roles: readonly RoleInfo[]
  /** The form stays busy until the returned promise resolves. */
  readonly onAdded: (username: string, needsCode: boolean) => void | Promise<void>
  readonly onClose: () => void
}

/** A dialog that adds a user, with or without a password. */
export const AddUserForm = ({ roles, onAdded, onClose }: AddUserFormProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const choices = roleChoicesOfNewUser(roles, text)
  const [way, setWay] = useState<PasswordWay>('code')
  const { form, field, choice, run, isRunning, error } = useForm({
    username: '',
    email: '',
    role_name: initialRole(choices),
    password: '',
    name: '',
    lastname: '',
    valid_until: '',
  })
  const { name, lastname, valid_until: end, password, ...required } = form
  const names = { ...(name && { name }), ...(lastname && { lastname }) }
  const body = { ...required, ...names, ...(end && { valid_until: utcOf(end) }) }
  const bodyWithPassword = { ...body, password }
  const submit = (event: Event) => {
    event.preventDefault()
    void run(async () => {
      if (way === 'code') await addUser(client, body)
      else await client.signUp(bodyWithPassword)
      await onAdded(form.username, way === 'code')
    })
  }
  return (
    <Dialog title={text.users.add} onClose={onClose}>
      <form onSubmit={submit}>
        <div class="columns">
          <TextField label={text.users.username} {...field('username')} isRequired isFocused />
          <TextField label={text.users.email} type="email" {...field('email')} isRequired />
          <SelectField label={text.users.role} choices={choices} {...choice('role_name')} />
          <TextField label={text.optional(text.users.givenName)} {...field('name')} />
          <TextField label={text.optional(text.users.familyName)} {...field('lastname')} />
          <ValidUntilField {...field('valid_until')} />
        </div>
        <RadioField label={text.password} value={way} choices={passwordWays(text)} onChange={setWay} />
        {way === 'now' && (
          <TextField
            label={text.users.newPassword}
            type="password"
            autocomplete="new-password"
            hint={text.users.passwordHint}
            {...field('password')}
            isRequired
          />
        )}
        {way === 'code' ? (
          <Curl method="POST" path="/users/add" body={body} />
        ) : (
          <Curl method="POST" path="/users/signup" body={bodyWithPassword} />
        )}
        <Failure error={error} />
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

const passwordWays = (text: Text) => [
  { value: 'code' as const, label: text.codes.ways.code, hint: text.codes.ways.codeHint },
  { value: 'now' as const, label: text.codes.ways.now, hint: text.codes.ways.nowHint },
]
