import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLanguage } from '../language/language-context.js'
import { Button } from './button.js'
import { Field } from './field.js'

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly hint?: ComponentChildren
  readonly error?: string | undefined
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'number' | 'datetime-local'
  readonly autocomplete?: string
  readonly isRequired?: boolean
  readonly isFocused?: boolean
  /** Which keyboard a phone shows. */
  readonly inputMode?: 'text' | 'numeric'
  readonly maxLength?: number
  readonly min?: number
  readonly max?: number | string
  /** `any` permits fractions of a number. */
  readonly step?: 'any'
}

/** An input of one line, with its label and hint. A password has a button that shows it. */
export const TextField = (props: TextFieldProps) => {
  const { label, value, onInput, hint, error, type = 'text', autocomplete = 'off', isRequired, isFocused } = props
  const { text } = useLanguage()
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => {
        const input = (
          <input
            {...attributes}
            type={isShown ? 'text' : type}
            value={value}
            onInput={({ currentTarget }) => onInput(currentTarget.value)}
            autocomplete={autocomplete}
            autocapitalize="off"
            spellcheck={false}
            inputMode={props.inputMode}
            required={isRequired}
            maxLength={props.maxLength}
            min={props.min}
            max={props.max}
            step={props.step}
            autofocus={isFocused}
          />
        )
        if (type !== 'password') return input
        return (
          <div class="password">
            {input}
            <Button kind="quiet" isPressed={isShown} onClick={() => setShown(!isShown)}>
              {text.showPassword}
            </Button>
          </div>
        )
      }}
    </Field>
  )
}
