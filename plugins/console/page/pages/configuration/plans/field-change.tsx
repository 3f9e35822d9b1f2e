import type { PlannedChange } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../../components/button.js'
import { useLanguage } from '../../../language/language-context.js'
import { differingExcerpts, MAX_EXCERPT_CHARACTERS } from './excerpts.js'
import { textOfValue } from './text-of-value.js'

/** If one of two values is longer, or has several lines, they are shown below each other. */
const MAX_INLINE_CHARACTERS = 40

type Field = NonNullable<PlannedChange['fields']>[number]

/** The previous and the next value of a field. Long values are cut to where they differ, with a button to show all. */
export const FieldChange = ({ field }: { readonly field: Field }) => {
  const { text } = useLanguage()
  const [before, after] = [textOfValue(field.old), textOfValue(field.new)]
  const isLong = [before, after].some((value) => isLonger(value, MAX_EXCERPT_CHARACTERS))
  const isStacked = [before, after].some((value) => isLonger(value, MAX_INLINE_CHARACTERS) || value?.includes('\n'))
  const [isWhole, setWhole] = useState(!isLong)
  const shown = isWhole ? undefined : differingExcerpts(before ?? '', after ?? '')
  return (
    <div>
      <dt>{field.name}</dt>
      <dd class={isStacked ? 'stacked' : undefined}>
        <del>
          <span class="visually-hidden">{text.plans.before} </span>
          <FieldValue value={before && (shown?.[0] ?? before)} />
        </del>{' '}
        {!isStacked && <span aria-hidden="true">→ </span>}
        <ins>
          <span class="visually-hidden">{text.plans.after} </span>
          <FieldValue value={after && (shown?.[1] ?? after)} />
        </ins>{' '}
        {!isWhole && (
          <Button kind="quiet" onClick={() => setWhole(true)}>
            {text.plans.showAll}
          </Button>
        )}
      </dd>
    </div>
  )
}

const isLonger = (value: string | undefined, length: number) => value !== undefined && value.length > length

/** A value, or whether it is empty or missing. */
export const FieldValue = ({ value }: { readonly value: string | undefined }) => {
  const { text } = useLanguage()
  if (value) return <bdi class="line">{value}</bdi>
  return <em class="muted">{value === '' ? text.plans.emptyText : text.plans.noValue}</em>
}
