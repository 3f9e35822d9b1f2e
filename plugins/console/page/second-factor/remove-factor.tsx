import { useState } from 'preact/hooks'
import { Button } from '../components/button.js'
import { Confirmation } from '../components/confirmation.js'
import { Curl } from '../components/curl.js'
import { useToast } from '../components/toasts.js'
import { useLanguage } from '../language/language-context.js'

interface RemoveFactorProps {
  readonly username: string
  /** Says what the removal means. */
  readonly hint: string
  /** Whether the role of the user requires a second factor. */
  readonly isRequired: boolean
  readonly remove: () => Promise<void>
  readonly onChange: () => void
}

/** A button that removes a second factor after a confirmation. */
export const RemoveFactor = ({ username, hint, isRequired, remove, onChange }: RemoveFactorProps) => {
  const { text } = useLanguage()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const confirm = async () => {
    await remove()
    toast(text.secondFactor.wasRemoved)
    onChange()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{text.secondFactor.remove}</Button>
      {isAsking && (
        <Confirmation
          title={text.secondFactor.remove}
          action={text.secondFactor.remove}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          <p>{hint}</p>
          {isRequired && <p>{text.secondFactor.removeRequiredHint}</p>}
          <Curl method="DELETE" path={`/users/${encodeURIComponent(username)}/second_factor`} />
        </Confirmation>
      )}
    </>
  )
}
