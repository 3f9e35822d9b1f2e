import { Button } from '../../../components/button.js'
import { CopyButton } from '../../../components/copy-button.js'
import { Curl } from '../../../components/curl.js'
import { Dialog } from '../../../components/dialog.js'
import { Failure } from '../../../components/failure.js'
import { Notice } from '../../../components/notice.js'
import { Paper } from '../../../components/paper.js'
import { Time } from '../../../components/time.js'
import { useLanguage } from '../../../language/language-context.js'
import { codePath, type NewCode } from './requests.js'
import { Slip } from './slip.js'
import { Steps } from './steps.js'
import type { Issuing } from './use-issuing.js'
import { useTimeLeft } from './use-time-left.js'

interface ShownCodeProps {
  readonly code: NewCode
  readonly issuing: Issuing
  /** What was done before, such as that the user was added. */
  readonly lead?: string
  readonly onClose: () => void
}

/** A new code, which is shown only this once. When it has expired, it can be replaced. */
export const ShownCode = ({ code, issuing, lead, onClose }: ShownCodeProps) => {
  const { text } = useLanguage()
  const remainingMs = useTimeLeft(code.localExpiryMs)
  const isExpired = remainingMs === 0
  return (
    <Dialog title={text.codes.shown(code.username)} onClose={onClose} asksIfEdited={false}>
      {lead && <p>{lead}</p>}
      <Failure error={issuing.error} />
      {isExpired ? (
        <Notice kind="error">{text.codes.hasExpired}</Notice>
      ) : (
        <ValidCode {...code} remainingMs={remainingMs} />
      )}
      <Curl method="POST" path={codePath(code.username)} />
      <footer>
        {isExpired ? (
          <Button
            key="again"
            kind="primary"
            isRunning={issuing.isRunning}
            onClick={() => void issuing.issue(code.username)}
          >
            {text.codes.issueAgain}
          </Button>
        ) : (
          <Button key="print" onClick={() => print()}>
            {text.codes.print}
          </Button>
        )}
        <Button kind={isExpired ? 'plain' : 'primary'} onClick={onClose}>
          {text.done}
        </Button>
      </footer>
    </Dialog>
  )
}

const ValidCode = ({ remainingMs, ...issued }: NewCode & { readonly remainingMs: number }) => {
  const { text, duration } = useLanguage()
  const { username, code, purpose, expires_at: expiresAt } = issued
  return (
    <>
      <Notice kind="warning">{text.codes.shownOnce}</Notice>
      <p class="code">{code}</p>
      <div class="row">
        <CopyButton value={code} />
        <span>
          {text.codes.validUntil} <Time at={expiresAt} />{' '}
          <strong role="timer" class="number">
            {text.codes.left(duration(remainingMs))}
          </strong>
        </span>
      </div>
      <div>
        <h3>{text.codes.whatToDo(username)}</h3>
        <Steps />
      </div>
      <p class="hint">{text.codes.effects[purpose]}</p>
      <Paper>
        <Slip issued={issued} />
      </Paper>
    </>
  )
}
