import type { PlanMode } from '@plinth/client/configuration'
import { useId } from 'preact/hooks'
import { useLanguage } from '../../../language/language-context.js'

export const MODES: readonly PlanMode[] = ['add', 'update', 'mirror']

interface ModeFieldProps {
  readonly value: PlanMode
  readonly onChange: (mode: PlanMode) => void
}

/** The choice of what a plan does with the records of a file. */
export const ModeField = ({ value, onChange }: ModeFieldProps) => {
  const { text } = useLanguage()
  const id = useId()
  return (
    <fieldset class="choices">
      <legend>{text.plans.mode}</legend>
      {MODES.map((mode) => (
        <div key={mode} class="check-field">
          <input
            type="radio"
            id={`${id}-${mode}`}
            name={id}
            checked={mode === value}
            aria-describedby={`${id}-${mode}-hint`}
            onChange={() => onChange(mode)}
          />
          <label for={`${id}-${mode}`}>{text.plans.modes[mode]}</label>
          <p class="hint" id={`${id}-${mode}-hint`}>
            {text.plans.modeHints[mode]}
          </p>
        </div>
      ))}
    </fieldset>
  )
}
