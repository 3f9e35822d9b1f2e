import { useLanguage } from '../language/language-context.js'

const MAX_BARS = 60
/** In units of the view box, in which a bar takes a width of 1. */
const HEIGHT = 40

interface PlotProps {
  readonly title: string
  /** At most 60 values, the newest last; `null` where there is none. */
  readonly values: readonly (number | null)[]
  readonly kind?: 'plain' | 'bad'
}

/** A bar chart. Screen readers ignore its bars, so a table beside it must say the same. */
export const Plot = ({ title, values, kind = 'plain' }: PlotProps) => {
  const { text, number } = useLanguage()
  const highest = Math.max(0, ...values.map((value) => value ?? 0))
  const start = MAX_BARS - values.length
  return (
    <figure class={`plot ${kind}`}>
      <figcaption>
        {title} <span class="muted">{text.atMost(number(highest))}</span>
      </figcaption>
      <svg viewBox={`0 0 ${MAX_BARS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {values.map((value, index) => {
          const height = highest > 0 ? ((value ?? 0) / highest) * HEIGHT : 0
          return <rect key={index} x={start + index} y={HEIGHT - height} width={0.8} height={height} />
        })}
      </svg>
    </figure>
  )
}
