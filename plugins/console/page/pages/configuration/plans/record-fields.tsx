import { useLanguage } from '../../../language/language-context.js'
import { LongText } from './long-text.js'
import { textOfValue } from './text-of-value.js'

/** The fields of an added or removed record that have a value, collapsed at first. */
export const RecordFields = ({ record }: { readonly record: Readonly<Record<string, unknown>> }) => {
  const { text } = useLanguage()
  const fields = Object.entries(record).flatMap(([name, value]) => {
    const shown = textOfValue(value)
    return shown ? [[name, shown] as const] : []
  })
  return (
    <details>
      <summary>{text.plans.record}</summary>
      <dl class="facts">
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <LongText value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
