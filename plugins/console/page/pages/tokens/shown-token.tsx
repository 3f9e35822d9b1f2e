import { Button } from '../../components/button.js'
import { CopyButton } from '../../components/copy-button.js'
import { Curl } from '../../components/curl.js'
import { Dialog } from '../../components/dialog.js'
import { Notice } from '../../components/notice.js'
import { useLanguage } from '../../language/language-context.js'

interface ShownTokenProps {
  readonly token: string
  readonly onClose: () => void
}

/** A new token, which is shown only this once. */
export const ShownToken = ({ token, onClose }: ShownTokenProps) => {
  const { text } = useLanguage()
  return (
    <Dialog title={text.tokens.shownOnce} onClose={onClose} isShownOnce>
      <Notice kind="warning">{text.tokens.shownOnceHint}</Notice>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre class="secret" tabIndex={0}>
        {token}
      </pre>
      <CopyButton value={token} />
      <Curl method="GET" path="/users" apiKey={token} />
      <footer>
        <Button kind="primary" onClick={onClose}>
          {text.done}
        </Button>
      </footer>
    </Dialog>
  )
}
