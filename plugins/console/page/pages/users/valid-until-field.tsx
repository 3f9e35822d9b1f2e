import { TextField } from '../../components/text-field.js'
import { useLanguage } from '../../language/language-context.js'
import { LATEST_LOCAL_TIME } from '../../language/local-time.js'

interface ValidUntilFieldProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly error?: string | undefined
}

/** A field for the local time at which an account ends; empty if the account does not end. */
export const ValidUntilField = (attributes: ValidUntilFieldProps) => {
  const { text } = useLanguage()
  return (
    <TextField
      label={text.optional(text.users.validUntil)}
      type="datetime-local"
      max={LATEST_LOCAL_TIME}
      hint={text.users.validUntilHint}
      {...attributes}
    />
  )
}
