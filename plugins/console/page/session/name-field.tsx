import { CheckField } from '../components/check-field.js'
import { TextField } from '../components/text-field.js'
import { useLanguage } from '../language/language-context.js'
import { looksLikeEmail, type TypedName } from './typed-name.js'

interface NameFieldProps {
  readonly name: TypedName
  readonly onChange: (name: TypedName) => void
  /** Whether an attempt with it was refused. */
  readonly wasRefused: boolean
  readonly isFocused: boolean
}

/** A username or an e-mail address. Whether it is a username after all can be chosen after a failure. */
export const NameField = ({ name, onChange, wasRefused, isFocused }: NameFieldProps) => {
  const { text } = useLanguage()
  return (
    <>
      <TextField
        label={text.usernameOrEmail}
        value={name.value}
        onInput={(value) => onChange({ ...name, value })}
        autocomplete="username"
        isRequired
        isFocused={isFocused}
      />
      {looksLikeEmail(name) && (name.isUsername || wasRefused) && (
        <CheckField
          label={text.isUsername}
          isChecked={name.isUsername}
          onChange={(isUsername) => onChange({ ...name, isUsername })}
        />
      )}
    </>
  )
}
