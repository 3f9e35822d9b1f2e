import { useId } from 'preact/hooks'

/** A radio button, with a hint that says what choosing it means. */
export interface RadioChoice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hint: string
}

interface RadioFieldProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly RadioChoice<Value>[]
  readonly onChange: (value: Value) => void
}

/** A group of radio buttons. */
export const RadioField = <Value extends string>({ label, value, choices, onChange }: RadioFieldProps<Value>) => {
  const id = useId()
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      {choices.map((choice) => (
        <div key={choice.value} class="check-field">
          <input
            type="radio"
            id={`${id}-${choice.value}`}
            name={id}
            checked={choice.value === value}
            aria-describedby={`${id}-${choice.value}-hint`}
            onChange={() => onChange(choice.value)}
          />
          <label for={`${id}-${choice.value}`}>{choice.label}</label>
          <p class="hint" id={`${id}-${choice.value}-hint`}>
            {choice.hint}
          </p>
        </div>
      ))}
    </fieldset>
  )
}
