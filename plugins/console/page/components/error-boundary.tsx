import type { ComponentChildren } from 'preact'
import { useErrorBoundary } from 'preact/hooks'
import { useLanguage } from '../language/language-context.js'
import { Button } from './button.js'
import { Notice } from './notice.js'

/** Shows the error if drawing its children throws, with a button that draws them again. */
export const ErrorBoundary = ({ children }: { readonly children: ComponentChildren }) => {
  const { text } = useLanguage()
  const [error, drawAgain] = useErrorBoundary()
  if (error === undefined) return <>{children}</>
  return (
    <Notice kind="error">
      <p>{text.pageFailed}</p>
      <p class="detail">{String(error)}</p>
      <Button onClick={drawAgain}>{text.tryAgain}</Button>
    </Notice>
  )
}
