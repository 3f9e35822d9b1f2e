import { Dialog } from '../../components/dialog.js'
import { useLanguage } from '../../language/language-context.js'
import { RecoveryCodes } from '../../second-factor/recovery-codes.js'

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[]
  readonly username: string
  readonly onClose: () => void
}

/** Shows new recovery codes. */
export const RecoveryCodesDialog = ({ codes, username, onClose }: RecoveryCodesDialogProps) => {
  const { text } = useLanguage()
  return (
    <Dialog title={text.secondFactor.recoveryCodes} onClose={onClose} isShownOnce>
      <RecoveryCodes codes={codes} username={username} onKept={onClose} />
    </Dialog>
  )
}
