import type { Overview } from '@plinth/client'
import { Badge } from '../../components/badge.js'
import { useLanguage } from '../../language/language-context.js'

/** The health checks, each with its reason and what to do if it failed. */
export const Checks = ({ checks = [] }: { readonly checks: Overview['checks'] | undefined }) => {
  const { text } = useLanguage()
  return (
    <section>
      <h2>{text.overview.checks}</h2>
      <ul class="checks">
        {checks.map(({ name, ready, reason, remedy }) => (
          <li key={name}>
            <Badge kind={ready ? 'good' : 'bad'}>{ready ? text.overview.passed : text.overview.failed}</Badge>
            <strong>{text.overview.checkNames[name] ?? name}</strong>
            {reason && <span lang="en">{reason}</span>}
            {remedy && (
              <span class="muted" lang="en">
                {remedy}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
