import type { CreatedToken } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { CopyButton } from '../../components/copy-button.js'
import { Curl } from '../../components/curl.js'
import { Dialog } from '../../components/dialog.js'
import { Failure } from '../../components/failure.js'
import { Notice } from '../../components/notice.js'
import { SelectField } from '../../components/select-field.js'
import { TextField } from '../../components/text-field.js'
import { useLanguage } from '../../language/language-context.js'
import { problemOf } from '../../language/message-of.js'
import { useSession } from '../../session/session-context.js'
import { useAction } from '../../session/use-action.js'
import { useRequest } from '../../session/use-request.js'

const MAX_NAME_CHARACTERS = 64
const MAX_NOTE_CHARACTERS = 256

interface CreateTokenProps {
  readonly onCreated: () => void
  readonly onClose: () => void
}

/** Creates a token, and shows it once. */
export const CreateToken = ({ onCreated, onClose }: CreateTokenProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const roles = useRequest((signal) => client.roles({ signal }), [client])
  const { run, isRunning, error } = useAction()
  const [role, setRole] = useState('operator')
  const [days, setDays] = useState('')
  const [name, setName] = useState('')
  const [note, setNote] = useState('')
  const [created, setCreated] = useState<CreatedToken>()
  const body = {
    role_name: role,
    ...(days && { expires_in_days: Number(days) }),
    ...(name && { name }),
    ...(note && { note }),
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    const isDone = await run(async () => setCreated(await client.createToken(body)))
    if (isDone) onCreated()
  }
  if (created) return <ShownToken token={created} onClose={onClose} />
  return (
    <Dialog title={text.tokens.create} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Failure error={error ?? roles.error} />
        <TextField
          label={text.users.name}
          value={name}
          onInput={setName}
          maxLength={MAX_NAME_CHARACTERS}
          hint={text.tokens.nameHint}
          error={problemOf(error, 'name')}
          isFocused
        />
        <SelectField
          label={text.users.role}
          value={role}
          choices={(roles.data ?? []).map(({ name, level }) => ({ value: name, label: `${name} (${level})` }))}
          onChange={setRole}
          error={problemOf(error, 'role_name')}
        />
        <TextField
          label={text.tokens.days}
          type="number"
          min={1}
          value={days}
          onInput={setDays}
          hint={text.tokens.daysHint}
          error={problemOf(error, 'expires_in_days')}
        />
        <TextField
          label={text.tokens.note}
          value={note}
          onInput={setNote}
          maxLength={MAX_NOTE_CHARACTERS}
          error={problemOf(error, 'note')}
        />
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

const ShownToken = ({ token, onClose }: { readonly token: CreatedToken; readonly onClose: () => void }) => {
  const { text } = useLanguage()
  return (
    <Dialog title={text.tokens.shownOnce} onClose={onClose}>
      <Notice kind="warning">{text.tokens.shownOnceHint}</Notice>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre class="secret" tabIndex={0}>
        {token.token}
      </pre>
      <CopyButton value={token.token} />
      <Curl method="GET" path="/users" />
      <footer>
        <Button kind="primary" onClick={onClose}>
          {text.done}
        </Button>
      </footer>
    </Dialog>
  )
}
