import { useState } from 'preact/hooks'
import { Button } from '../components/button.js'
import { Curl } from '../components/curl.js'
import { Failure } from '../components/failure.js'
import { TextField } from '../components/text-field.js'
import { useLanguage } from '../language/language-context.js'
import { useSession } from './session-context.js'
import { useAction } from './use-action.js'

/** Changes the own password. */
export const PasswordForm = ({ onDone }: { readonly onDone: () => void }) => {
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
      <TextField
        label={text.account.currentPassword}
        type="password"
        value={current}
        onInput={setCurrent}
        autocomplete="current-password"
        isRequired
      />
      <TextField
        label={text.users.newPassword}
        type="password"
        value={next}
        onInput={setNext}
        autocomplete="new-password"
        hint={text.users.passwordHint}
        isRequired
      />
      <Curl method="POST" path="/users/change_password" body={body} />
      <Button kind="primary" submits isRunning={isRunning}>
        {text.account.changePassword}
      </Button>
    </form>
  )
}
