import type { RoleInfo } from '@plinth/client'
import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { Dialog } from '../../components/dialog.js'
import { Failure } from '../../components/failure.js'
import { SelectField } from '../../components/select-field.js'
import { TextField } from '../../components/text-field.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'
import { changeLocation } from '../../shell/location.js'
import { initialRole, roleChoicesOfNewUser } from './role-choices.js'
import { useForm } from './use-form.js'

interface AddUserProps {
  readonly roles: readonly RoleInfo[]
  readonly onAdded: () => void
}

/** Creates a user, and then shows them in the drawer. */
export const AddUser = ({ roles, onAdded }: AddUserProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const choices = roleChoicesOfNewUser(roles, text)
  const { form, field, choice, run, isRunning, error } = useForm({
    username: '',
    email: '',
    role_name: initialRole(choices),
    password: '',
    name: '',
    lastname: '',
  })
  const { name, lastname, ...required } = form
  const body = { ...required, ...(name && { name }), ...(lastname && { lastname }) }
  const close = () => changeLocation({ add: undefined }, { replace: true })
  const submit = async (event: Event) => {
    event.preventDefault()
    const isDone = await run(async () => {
      await client.signUp(body)
    })
    if (!isDone) return
    toast(text.users.added(form.username))
    changeLocation({ add: undefined, user: form.username }, { replace: true })
    onAdded()
  }
  return (
    <Dialog title={text.users.add} onClose={close}>
      <form onSubmit={(event) => void submit(event)}>
        <Failure error={error} />
        <div class="columns">
          <TextField label={text.users.username} {...field('username')} isRequired isFocused />
          <TextField label={text.users.email} type="email" {...field('email')} isRequired />
          <SelectField label={text.users.role} choices={choices} {...choice('role_name')} />
          <TextField
            label={text.password}
            type="password"
            autocomplete="new-password"
            hint={text.users.passwordHint}
            {...field('password')}
            isRequired
          />
          <TextField label={text.optional(text.users.givenName)} {...field('name')} />
          <TextField label={text.optional(text.users.familyName)} {...field('lastname')} />
        </div>
        <Curl method="POST" path="/users/signup" body={body} />
        <footer>
          <Button onClick={close}>{text.cancel}</Button>
          <Button kind="primary" submits isRunning={isRunning}>
            {text.users.add}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
