import { Button } from '../../components/button.js'
import { Progress } from '../../components/progress.js'
import { useLanguage } from '../../language/language-context.js'

interface DownloadProgressProps {
  /** Number of bytes that were received so far. */
  readonly bytes: number
  readonly onCancel: () => void
}

/** How much of a file was received, and a button that cancels the download. */
export const DownloadProgress = ({ bytes, onCancel }: DownloadProgressProps) => {
  const { text, number } = useLanguage()
  return (
    <div class="row">
      <Progress label={text.configuration.received(number(Math.round(bytes / 1024)))} value={undefined} />
      <Button onClick={onCancel}>{text.cancel}</Button>
    </div>
  )
}
