import type { AuditVerification } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { Failure } from '../../components/failure.js'
import { Notice } from '../../components/notice.js'
import { useLanguage } from '../../language/language-context.js'
import { useAction } from '../../requests/use-action.js'
import { useSession } from '../../session/session-context.js'

/** Verifies that no event was changed or removed. */
export const VerificationSection = () => {
  const { text } = useLanguage()
  const { client } = useSession()
  const { run, isRunning, error } = useAction()
  const [result, setResult] = useState<AuditVerification>()
  const verify = () => run(async () => setResult(await client.verifyAudit()))
  return (
    <section>
      <h2>{text.audit.verification}</h2>
      <p class="hint">{text.audit.verificationHint}</p>
      <Failure error={error} />
      <Button isRunning={isRunning} onClick={() => void verify()}>
        {text.audit.verify}
      </Button>
      {result && <Result result={result} />}
      <Curl method="POST" path="/audit/verify" />
    </section>
  )
}

const Result = ({ result: { verified, unsealed, problems } }: { readonly result: AuditVerification }) => {
  const { text } = useLanguage()
  return (
    <Notice kind={problems.length > 0 ? 'error' : 'success'}>
      <p>{problems.length > 0 ? text.audit.changed : text.audit.unchanged}</p>
      <p>{text.audit.verified(verified, unsealed)}</p>
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={problem} lang="en">
              {problem}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
