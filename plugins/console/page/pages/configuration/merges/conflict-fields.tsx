import type { PlannedChange } from '@plinth/client'
import { useLanguage } from '../../../language/language-context.js'
import { FieldValue } from '../plans/field-change.js'
import { textOfValue } from '../plans/text-of-value.js'
import { useSettlements } from './settlements.js'
import { SideField } from './side-field.js'

interface ConflictFieldsProps {
  readonly plan: string
  readonly change: PlannedChange
}

/** The values of a record in conflict, in the base and on both sides, and the choice of the side that counts. */
export const ConflictFields = ({ plan, change }: ConflictFieldsProps) => {
  const { text } = useLanguage()
  const { sideOf, settle } = useSettlements(plan)
  const { table, name, fields = [] } = change
  return (
    <>
      <dl class="facts">
        {fields.map((field) => (
          <div key={field.name}>
            <dt>{field.name}</dt>
            <dd class="stacked">
              {(
                [
                  ['base', field.base],
                  ['ours', field.old],
                  ['theirs', field.new],
                ] as const
              ).map(([side, value]) => (
                <div key={side}>
                  <span class="muted">{text.merges.sides[side]}: </span>
                  <FieldValue value={textOfValue(value)} />
                </div>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <SideField
        legend={name}
        hidesLegend
        value={sideOf({ table, name })}
        onChange={(take) => settle({ table, name, take })}
      />
    </>
  )
}
