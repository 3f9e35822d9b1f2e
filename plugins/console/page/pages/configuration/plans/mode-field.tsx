import type { PlanMode } from '@plinth/client/configuration'
import { RadioField } from '../../../components/radio-field.js'
import { useLanguage } from '../../../language/language-context.js'

export const MODES: readonly PlanMode[] = ['add', 'update', 'mirror']

interface ModeFieldProps {
  readonly value: PlanMode
  readonly onChange: (mode: PlanMode) => void
}

/** Chooses what a plan does with the records of a file. */
export const ModeField = ({ value, onChange }: ModeFieldProps) => {
  const { text } = useLanguage()
  const choices = MODES.map((mode) => ({
    value: mode,
    label: text.plans.modes[mode],
    hint: text.plans.modeHints[mode],
  }))
  return <RadioField label={text.plans.mode} value={value} choices={choices} onChange={onChange} />
}
