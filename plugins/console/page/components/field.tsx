import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly hint?: ComponentChildren
  readonly error?: string | undefined
  readonly children: (attributes: FieldAttributes) => ComponentChildren
}

/** Attributes that tie an input to its label, hint and error. */
export interface FieldAttributes {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** An input with its label, its hint, and what is wrong with its value. */
export const Field = ({ label, hint, error, children }: FieldProps) => {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
