import type { RoleInfo, User, UserChanges } from '@plinth/client'
import { Button } from '../../components/button.js'
import { CopyButton } from '../../components/copy-button.js'
import { Curl } from '../../components/curl.js'
import { Failure } from '../../components/failure.js'
import { SelectField } from '../../components/select-field.js'
import { TextField } from '../../components/text-field.js'
import { Time } from '../../components/time.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { localTimeOf, utcOf } from '../../language/local-time.js'
import { useSession } from '../../session/session-context.js'
import { fullNameOf } from './full-name.js'
import { roleChoices, roleLabel } from './role-choices.js'
import { useForm } from './use-form.js'
import { ValidUntilField } from './valid-until-field.js'

interface UserProfileProps {
  readonly user: User
  readonly roles: readonly RoleInfo[]
  readonly mayChange: boolean
  readonly onChange: () => void
}

/** Names, e-mail address, role and end of an account: as a form for those who may change them, else as text. */
export const UserProfile = ({ user, roles, mayChange, onChange }: UserProfileProps) => {
  const { text } = useLanguage()
  const { client, who } = useSession()
  const toast = useToast()
  const original = {
    email: user.email,
    name: user.name ?? '',
    lastname: user.lastname ?? '',
    role_name: user.role.name,
    valid_until: localTimeOf(user.valid_until),
  }
  const { form, field, choice, run, isRunning, error } = useForm(original)
  const changes = changesOf(original, form)
  const isSelf = who.username === user.username
  const isRoleFixed = roles.some(({ name, refusal }) => name === user.role.name && refusal !== null)
  const submit = async (event: Event) => {
    event.preventDefault()
    const isDone = await run(async () => {
      await client.changeUser(user.username, changes)
    })
    if (!isDone) return
    toast(text.users.saved(user.username))
    onChange()
  }
  if (!mayChange && !isSelf) return <Facts user={user} />
  return (
    <section>
      <h2>{text.users.profile}</h2>
      <form onSubmit={(event) => void submit(event)}>
        <Failure error={error} />
        <div class="columns">
          <TextField label={text.users.givenName} {...field('name')} />
          <TextField label={text.users.familyName} {...field('lastname')} />
          <TextField label={text.users.email} type="email" {...field('email')} isRequired />
          {mayChange && !isSelf && (
            <SelectField
              label={text.users.role}
              choices={roleChoices(roles, text)}
              {...choice('role_name')}
              isDisabled={isRoleFixed}
              hint={isRoleFixed && text.users.roleFixed}
            />
          )}
          {mayChange && !isSelf && <ValidUntilField {...field('valid_until')} />}
        </div>
        {isSelf && user.valid_until && (
          <dl class="facts">
            <End at={user.valid_until} />
          </dl>
        )}
        <div class="row">
          <Button kind="primary" submits isRunning={isRunning} isDisabled={Object.keys(changes).length === 0}>
            {text.save}
          </Button>
        </div>
        <Curl method="PATCH" path={`/users/${encodeURIComponent(user.username)}`} body={changes} />
      </form>
    </section>
  )
}

const Facts = ({ user }: { readonly user: User }) => {
  const { text } = useLanguage()
  return (
    <dl class="facts">
      <div>
        <dt>{text.users.role}</dt>
        <dd dir="auto">{roleLabel(user.role)}</dd>
      </div>
      <div>
        <dt>{text.users.name}</dt>
        <dd dir="auto">{fullNameOf(user)}</dd>
      </div>
      <div>
        <dt>{text.users.email}</dt>
        <dd>
          <bdi>{user.email}</bdi>
        </dd>
      </div>
      {user.valid_until && <End at={user.valid_until} />}
      <div>
        <dt>{text.users.identifier}</dt>
        <dd>
          <code>{user.identifier}</code> <CopyButton value={user.identifier} />
        </dd>
      </div>
    </dl>
  )
}

const End = ({ at }: { readonly at: string }) => {
  const { text } = useLanguage()
  return (
    <div>
      <dt>{text.users.validUntil}</dt>
      <dd>
        <Time at={at} />
      </dd>
    </div>
  )
}

type Form = Readonly<Record<'email' | 'name' | 'lastname' | 'role_name' | 'valid_until', string>>

/** Fields that are sent as `null` when they are empty. */
const NULLABLE_FIELDS: readonly string[] = ['name', 'lastname', 'valid_until']

/** Returns the changed fields. */
function changesOf(original: Form, form: Form): UserChanges {
  const changed = Object.entries(form).filter(([name, value]) => original[name as keyof Form] !== value)
  return Object.fromEntries(changed.map(([name, value]) => [name, bodyValueOf(name, value)]))
}

function bodyValueOf(name: string, value: string): string | null {
  if (value === '' && NULLABLE_FIELDS.includes(name)) return null
  return name === 'valid_until' ? utcOf(value) : value
}
