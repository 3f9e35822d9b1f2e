import { Button } from '../components/button.js'
import { CopyButton } from '../components/copy-button.js'
import { Failure } from '../components/failure.js'
import { Notice } from '../components/notice.js'
import { Paper } from '../components/paper.js'
import { useLanguage } from '../language/language-context.js'
import { useAction } from '../requests/use-action.js'
import { serviceName } from '../session/own-service.js'
import { download } from '../shell/download.js'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly username: string
  /** Called when the user says that the codes are kept elsewhere. */
  readonly onKept: () => Promise<void> | void
}

/** New recovery codes, which are shown only this once. */
export const RecoveryCodes = ({ codes, username, onKept }: RecoveryCodesProps) => {
  const { text } = useLanguage()
  const { run, isRunning, error } = useAction()
  const title = text.secondFactor.recoveryCodesOf(username)
  const lines = codes.join('\n')
  const save = () =>
    download(new Blob([`${serviceName()}\n${title}\n\n${lines}\n`], { type: 'text/plain' }), 'recovery-codes.txt')
  return (
    <>
      <Notice kind="warning">{text.secondFactor.recoveryCodesHint}</Notice>
      <CodeList codes={codes} />
      <div class="row">
        <CopyButton value={lines} />
        <Button onClick={save}>{text.secondFactor.download}</Button>
        <Button onClick={() => print()}>{text.secondFactor.print}</Button>
      </div>
      <Failure error={error} />
      <footer>
        <Button kind="primary" isRunning={isRunning} onClick={() => void run(async () => onKept())}>
          {text.secondFactor.kept}
        </Button>
      </footer>
      <Paper>
        <article class="slip">
          <p dir="auto">{serviceName()}</p>
          <h1>{title}</h1>
          <CodeList codes={codes} />
          <p>{text.secondFactor.paperHint}</p>
        </article>
      </Paper>
    </>
  )
}

const CodeList = ({ codes }: Pick<RecoveryCodesProps, 'codes'>) => (
  <ol class="recovery-codes">
    {codes.map((code) => (
      <li key={code}>{code}</li>
    ))}
  </ol>
)
