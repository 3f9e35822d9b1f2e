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

interface SetPasswordProps {
  readonly username: string
  readonly onClose: () => void
}

/** A dialog that replaces the password of another user, which ends the sessions of that user. */
export const SetPassword = ({ username, onClose }: SetPasswordProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const { run, isRunning, error } = useAction()
  const [password, setPassword] = useState('')
  const body = { target_username: username, new_password: password }
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!(await run(() => client.resetPassword(body)))) return
    toast(text.users.passwordWasSet(username))
    onClose()
  }
  return (
    <Dialog title={text.users.setPassword} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Failure error={error} />
        {/* Browsers and password managers look for a username. */}
        <input type="text" autocomplete="username" value={username} readOnly hidden />
        <p>{text.users.setPasswordHint(username)}</p>
        <TextField
          label={text.users.newPassword}
          type="password"
          autocomplete="new-password"
          value={password}
          onInput={setPassword}
          hint={text.users.passwordHint}
          error={problemOf(error, 'new_password')}
          isRequired
          isFocused
        />
        <Curl method="POST" path="/users/reset_password" body={body} />
        <footer>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="primary" submits isRunning={isRunning}>
            {text.users.setPassword}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
