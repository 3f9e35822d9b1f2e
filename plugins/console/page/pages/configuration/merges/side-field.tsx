import { useId } from 'preact/hooks'
import { useLanguage } from '../../../language/language-context.js'
import type { MergeSide } from './settlements.js'

interface SideFieldProps {
  readonly legend: string
  /** Whether only screen readers read the legend, because the field is beside what it is for. */
  readonly hidesLegend?: boolean
  readonly value: MergeSide | undefined
  readonly onChange: (side: MergeSide) => void
}

/** Chooses the side that counts in one or more conflicts. */
export const SideField = ({ legend, hidesLegend = false, value, onChange }: SideFieldProps) => {
  const { text } = useLanguage()
  const id = useId()
  return (
    <fieldset class="choices">
      <legend class={hidesLegend ? 'visually-hidden' : undefined}>{legend}</legend>
      {(['ours', 'theirs'] as const).map((side) => (
        <div key={side} class="check-field">
          <input type="radio" id={`${id}-${side}`} name={id} checked={side === value} onChange={() => onChange(side)} />
          <label for={`${id}-${side}`}>{text.merges.take[side]}</label>
        </div>
      ))}
    </fieldset>
  )
}
