import type { Plan } from '@plinth/client'
import { useLanguage } from '../../../language/language-context.js'

/** What the plan of a file does with records: its mode, and the modes of tables that differ from it. */
export const PlanModes = ({ mode, modes }: Pick<Plan, 'mode' | 'modes'>) => {
  const { text } = useLanguage()
  const others = Object.entries(modes).filter(([, tableMode]) => tableMode !== mode)
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
            {others.map(([table, tableMode]) => (
              <div key={table}>
                <bdi>{table}</bdi>: {text.plans.modes[tableMode]}
              </div>
            ))}
          </dd>
        </div>
      )}
    </>
  )
}
