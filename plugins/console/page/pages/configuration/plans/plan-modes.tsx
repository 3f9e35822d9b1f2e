import type { Plan } from '@plinth/client'
import { useLanguage } from '../../../language/language-context.js'

/** What the plan of a file does with records: its mode, and those of individual tables. */
export const PlanModes = ({ mode, modes }: Pick<Plan, 'mode' | 'modes'>) => {
  const { text } = useLanguage()
  const others = Object.entries(modes).filter(([, its]) => its !== mode)
  return (
    <>
      <div>
        <dt>{text.plans.mode}</dt>
        <dd>
          {text.plans.modes[mode]}. <span class="muted">{text.plans.modeHints[mode]}</span>
        </dd>
      </div>
      {others.length > 0 && (
        <div>
          <dt>{text.plans.tableModes}</dt>
          <dd>
            {others.map(([table, its]) => (
              <div key={table}>
                <bdi>{table}</bdi>: {text.plans.modes[its]}
              </div>
            ))}
          </dd>
        </div>
      )}
    </>
  )
}
