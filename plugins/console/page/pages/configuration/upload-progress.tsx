import { Button } from '../../components/button.js'
import { Progress } from '../../components/progress.js'
import { useLanguage } from '../../language/language-context.js'

interface UploadProgressProps {
  /** The fraction of the file that was sent, from 0 to 1. At 1, the service processes the file. */
  readonly sentFraction: number
  readonly onCancel: () => void
}

/** How much of an upload was sent, and a button that cancels it. */
export const UploadProgress = ({ sentFraction, onCancel }: UploadProgressProps) => {
  const { text } = useLanguage()
  const isSent = sentFraction >= 1
  return (
    <div class="row">
      <Progress
        label={isSent ? text.configuration.working : text.configuration.uploading}
        value={isSent ? undefined : sentFraction}
      />
      <Button onClick={onCancel}>{text.cancel}</Button>
    </div>
  )
}
