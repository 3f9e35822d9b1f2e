import { useId } from 'preact/hooks'

interface CheckFieldProps {
  readonly label: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly hint?: string
}

/** A checkbox with its label and hint. */
export const CheckField = ({ label, isChecked, onChange, hint }: CheckFieldProps) => {
  const id = useId()
  return (
    <div class="check-field">
      <input
        type="checkbox"
        id={id}
        checked={isChecked}
        aria-describedby={hint && `${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
