import { useLanguage } from '../language/language-context.js'

/** A time in local time, with UTC on hover. */
export const Time = ({ at }: { readonly at: string | null | undefined }) => {
  const { text, date } = useLanguage()
  if (!at) return <span class="muted">{text.never}</span>
  const iso = isoOf(at)
  return (
    <time dateTime={iso} title={`${iso.replace('T', ' ').replace(/(\.\d+)?Z$/, '')} UTC`}>
      {date(iso)}
    </time>
  )
}

/** Some operations return `YYYY-MM-DD HH:MM:SS`, which is UTC too. */
export function isoOf(at: string): string {
  return /^\d{4}-\d\d-\d\d \d/.test(at) ? `${at.replace(' ', 'T')}Z` : at
}
