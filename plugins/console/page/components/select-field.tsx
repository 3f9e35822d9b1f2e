import type { ComponentChildren } from 'preact'
import { Field } from './field.js'

/** A choice. The label of a disabled one says why it is disabled. */
export interface Choice {
  readonly value: string
  readonly label: string
  readonly isDisabled?: boolean
}

interface SelectFieldProps {
  readonly label: string
  readonly value: string
  readonly choices: readonly Choice[]
  readonly onChange: (value: string) => void
  readonly hint?: ComponentChildren
  readonly error?: string | undefined
  readonly isDisabled?: boolean
}

/** A drop-down list with its label and hint. */
export const SelectField = ({ label, value, choices, onChange, hint, error, isDisabled }: SelectFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(attributes) => (
      <select
        {...attributes}
        value={value}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.isDisabled}>
            {choice.label}
          </option>
        ))}
      </select>
    )}
  </Field>
)
