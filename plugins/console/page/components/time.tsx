import { useLanguage } from '../language/language-context.js'

interface TimeProps {
  /** ISO 8601, or milliseconds since 1970. */
  readonly at: string | number | null | undefined
}

/** A time in local time, with UTC on hover. */
export const Time = ({ at }: TimeProps) => {
  const { text, date } = useLanguage()
  if (!at) return <span class="muted">{text.never}</span>
  const iso = isoOf(at)
  return (
    <time dateTime={iso} title={`${iso.replace('T', ' ').replace(/(\.\d+)?Z$/, '')} UTC`}>
      {date(iso)}
    </time>
  )
}

/** Returns a time as ISO 8601. Some operations return `YYYY-MM-DD HH:MM:SS`, which is UTC too. */
export function isoOf(at: string | number): string {
  if (typeof at === 'number') return new Date(at).toISOString()
  return /^\d{4}-\d\d-\d\d \d/.test(at) ? `${at.replace(' ', 'T')}Z` : at
}
