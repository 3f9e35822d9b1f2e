import { Button } from '../../components/button.js'
import { Progress } from '../../components/progress.js'
import { useLanguage } from '../../language/language-context.js'

interface UploadProgressProps {
  /** The sent part of the file, from 0 to 1. Then the service works on it. */
  readonly part: number
  readonly onCancel: () => void
}

/** How far an upload has come, and a button that stops it. */
export const UploadProgress = ({ part, onCancel }: UploadProgressProps) => {
  const { text } = useLanguage()
  const isSent = part >= 1
  return (
    <div class="row">
      <Progress
        label={isSent ? text.configuration.working : text.configuration.uploading}
        value={isSent ? undefined : part}
      />
      <Button onClick={onCancel}>{text.cancel}</Button>
    </div>
  )
}
