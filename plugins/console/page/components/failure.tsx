import { PlinthApiError } from '@plinth/client'
import { useLanguage } from '../language/language-context.js'
import { detailsOf, messageOf } from '../language/message-of.js'
import { Button } from './button.js'
import { Notice } from './notice.js'

interface FailureProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** Why a request failed, with the id that the request has in the log, and a button that sends it again. */
export const Failure = ({ error, onRetry }: FailureProps) => {
  const { text } = useLanguage()
  if (error === undefined) return null
  return (
    <Notice kind="error">
      <p>{messageOf(error, text)}</p>
      {detailsOf(error, text).map((detail) => (
        <p key={detail} class="detail" lang="en">
          {detail}
        </p>
      ))}
      {error instanceof PlinthApiError && error.requestId && (
        <p class="detail">
          {text.requestId} <code>{error.requestId}</code>
        </p>
      )}
      {onRetry && (
        <Button kind="plain" onClick={onRetry}>
          {text.tryAgain}
        </Button>
      )}
    </Notice>
  )
}
