import type { AccessClient } from '@plinth/client/access'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Confirmation } from '../../components/confirmation.js'
import { Curl } from '../../components/curl.js'
import { useLanguage } from '../../language/language-context.js'
import { RecoveryCodesDialog } from './recovery-codes-dialog.js'

interface RenewCodesProps {
  readonly access: AccessClient
  readonly username: string
  readonly onChange: () => void
}

/** Creates new recovery codes in place of the earlier ones. */
export const RenewCodes = ({ access, username, onChange }: RenewCodesProps) => {
  const { text } = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const renew = async () => {
    setCodes(await access.renewRecoveryCodes())
    onChange()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{text.secondFactor.renew}</Button>
      {isAsking && (
        <Confirmation
          title={text.secondFactor.renew}
          action={text.secondFactor.renew}
          onConfirm={renew}
          onClose={() => setAsking(false)}
        >
          <p>{text.secondFactor.renewHint}</p>
          <Curl method="POST" path="/users/recovery_codes" />
        </Confirmation>
      )}
      {codes && !isAsking && (
        <RecoveryCodesDialog codes={codes} username={username} onClose={() => setCodes(undefined)} />
      )}
    </>
  )
}
