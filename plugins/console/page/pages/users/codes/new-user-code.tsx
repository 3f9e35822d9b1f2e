import { Button } from '../../../components/button.js'
import { Curl } from '../../../components/curl.js'
import { Dialog } from '../../../components/dialog.js'
import { Failure } from '../../../components/failure.js'
import { useLanguage } from '../../../language/language-context.js'
import { codePath } from './requests.js'
import { ShownCode } from './shown-code.js'
import type { Issuing } from './use-issuing.js'

interface NewUserCodeProps {
  readonly username: string
  readonly issuing: Issuing
  readonly onClose: () => void
}

/** The code of a user who was just added; or why there is none, although the user was added. */
export const NewUserCode = ({ username, issuing, onClose }: NewUserCodeProps) => {
  const { text } = useLanguage()
  const { issued, issue, isRunning, error } = issuing
  if (issued) return <ShownCode code={issued} issuing={issuing} lead={text.users.added(username)} onClose={onClose} />
  return (
    <Dialog title={text.users.add} onClose={onClose} asksIfEdited={false}>
      <p>{text.codes.addedWithoutCode(username)}</p>
      <Failure error={error} />
      <Curl method="POST" path={codePath(username)} />
      <footer>
        <Button onClick={onClose}>{text.close}</Button>
        <Button kind="primary" isRunning={isRunning} onClick={() => void issue(username)}>
          {text.codes.issue}
        </Button>
      </footer>
    </Dialog>
  )
}
