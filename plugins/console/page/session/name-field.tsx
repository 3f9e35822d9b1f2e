import { CheckField } from '../components/check-field.js'
import { TextField } from '../components/text-field.js'
import { useLanguage } from '../language/language-context.js'
import { looksLikeEmail, type TypedName } from './typed-name.js'

interface NameFieldProps {
  readonly name: TypedName
  readonly onChange: (name: TypedName) => void
  /** Whether the last attempt with a name was refused. */
  readonly wasRefused: boolean
  readonly isFocused: boolean
}

/** A field for a username or an e-mail address. After a refusal, the user can say that it is a username. */
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
