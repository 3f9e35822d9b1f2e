import { TextField } from '../../components/text-field.js'
import { useLanguage } from '../../language/language-context.js'
import { LATEST } from '../../language/local-time.js'

interface ValidUntilFieldProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly error?: string | undefined
}

/** When an account ends, in local time; empty if it does not. */
export const ValidUntilField = (attributes: ValidUntilFieldProps) => {
  const { text } = useLanguage()
  return (
    <TextField
      label={text.optional(text.users.validUntil)}
      type="datetime-local"
      max={LATEST}
      hint={text.users.validUntilHint}
      {...attributes}
    />
  )
}
