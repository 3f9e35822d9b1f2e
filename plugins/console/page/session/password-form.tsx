import { useState } from 'preact/hooks'
import { Button } from '../components/button.js'
import { Curl } from '../components/curl.js'
import { Failure } from '../components/failure.js'
import { TextField } from '../components/text-field.js'
import { useLanguage } from '../language/language-context.js'
import { problemOf } from '../language/message-of.js'
import { useAction } from '../requests/use-action.js'
import { useSession } from './session-context.js'

interface PasswordFormProps {
  readonly onDone: () => void
  /** Whether the first field has the focus, because the page has no other contents. */
  readonly isFocused?: boolean
}

/** A form with which users change their own password. */
export const PasswordForm = ({ onDone, isFocused = false }: PasswordFormProps) => {
  const { text } = useLanguage()
  const { client, who, store } = useSession()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const { run, isRunning, error } = useAction()
  const body = { target_username: who.username ?? '', current_password: current, new_password: next }
  const submit = async (event: Event) => {
    event.preventDefault()
    const isDone = await run(async () => {
      await client.changePassword(body)
      await store.refresh()
    })
    if (!isDone) return
    setCurrent('')
    setNext('')
    onDone()
  }
  return (
    <form class="narrow-form" onSubmit={(event) => void submit(event)}>
      <Failure error={error} />
      {/* Browsers and password managers look for a username. */}
      <input type="text" autocomplete="username" value={body.target_username} readOnly hidden />
      <TextField
        label={text.account.currentPassword}
        type="password"
        value={current}
        onInput={setCurrent}
        autocomplete="current-password"
        error={problemOf(error, 'current_password')}
        isRequired
        isFocused={isFocused}
      />
      <TextField
        label={text.users.newPassword}
        type="password"
        value={next}
        onInput={setNext}
        autocomplete="new-password"
        hint={text.users.passwordHint}
        error={problemOf(error, 'new_password')}
        isRequired
      />
      <Curl method="POST" path="/users/change_password" body={body} />
      <Button kind="primary" submits isRunning={isRunning}>
        {text.account.changePassword}
      </Button>
    </form>
  )
}
