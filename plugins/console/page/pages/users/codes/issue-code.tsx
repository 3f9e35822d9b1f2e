import { Button } from '../../../components/button.js'
import { useLanguage } from '../../../language/language-context.js'
import { ShownCode } from './shown-code.js'
import type { Issuing } from './use-issuing.js'

interface IssueCodeProps {
  readonly username: string
  /** Whether the new code replaces one. */
  readonly isAgain: boolean
  readonly issuing: Issuing
}

/** A button that issues a code, and a dialog that shows it. */
export const IssueCode = ({ username, isAgain, issuing }: IssueCodeProps) => {
  const { text } = useLanguage()
  return (
    <>
      <Button kind="primary" isRunning={issuing.isRunning} onClick={() => void issuing.issue(username)}>
        {isAgain ? text.codes.issueAgain : text.codes.issue}
      </Button>
      {issuing.issued && <ShownCode code={issuing.issued} issuing={issuing} onClose={issuing.forget} />}
    </>
  )
}
