import type { ComponentChildren } from 'preact'
import { Failure } from '../components/failure.js'
import { useTitle } from '../components/use-title.js'
import { useLanguage } from '../language/language-context.js'

interface UnreachablePageProps {
  readonly error: unknown
  readonly onRetry: () => void
  readonly brand: ComponentChildren
}

/** The page while the service cannot be reached, so that it is unknown whether there still is a session. */
export const UnreachablePage = ({ error, onRetry, brand }: UnreachablePageProps) => {
  const { text } = useLanguage()
  useTitle(text.unreachable)
  return (
    <main class="login">
      <div class="login-box">
        {brand}
        <h1>{text.unreachable}</h1>
        <Failure error={error} onRetry={onRetry} />
        <p>{text.unreachableHelp}</p>
      </div>
    </main>
  )
}
