import type { Plan, PlannedChange } from '@plinth/client'
import { Button } from '../../../components/button.js'
import { Curl } from '../../../components/curl.js'
import { Failure } from '../../../components/failure.js'
import { useLanguage } from '../../../language/language-context.js'
import { useRequest } from '../../../requests/use-request.js'
import { changeLocation, useLocation } from '../../../shell/location.js'
import { useConfigurationClient } from '../use-configuration-client.js'
import { affectedTables } from './affected-tables.js'
import { ChangeFilters } from './change-filters.js'
import { ChangeItem } from './change-item.js'
import { kindWords } from './words-of-plan.js'

const CHANGES_PER_PAGE = 50

const HEADING = 'changes-of-plan'

/** Scrolls to the changes, and moves the focus to their heading. */
export function showChanges(): void {
  const heading = document.getElementById(HEADING)
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}

/** The changes of a plan, page by page, with filters by table and kind. */
export const ChangeList = ({ plan }: { readonly plan: Plan }) => {
  const { id } = plan
  const language = useLanguage()
  const { text } = language
  const kinds = kindWords(plan, language)
  const client = useConfigurationClient()
  const { table, kind, after } = useLocation().query
  const query = {
    limit: CHANGES_PER_PAGE,
    ...(table && { table }),
    ...(kind && { kind: kind as PlannedChange['kind'] }),
    ...(after && { after: Number(after) }),
  }
  const { data, error, isLoading, reload } = useRequest(
    (signal) => client.plannedChanges(id, { ...query, signal }),
    [client, id, table, kind, after],
  )
  return (
    <section>
      <h2 id={HEADING} tabIndex={-1}>
        {text.plans.changes}
      </h2>
      <ChangeFilters tables={affectedTables(plan).map(([name]) => name)} kinds={kinds} table={table} kind={kind} />
      <Failure error={error} onRetry={reload} />
      {data?.changes.length === 0 && <div class="empty">{text.plans.noChanges}</div>}
      <ul class="changes" aria-label={text.plans.changes} aria-busy={isLoading || undefined}>
        {data?.changes.map((change) => (
          <ChangeItem key={change.id} plan={id} change={change} kindWord={kinds[change.kind] ?? change.kind} />
        ))}
      </ul>
      <nav class="pagination" aria-label={text.pages}>
        {after && <Button onClick={() => changeLocation({ after: undefined })}>{text.firstPage}</Button>}
        {data?.next && <Button onClick={() => changeLocation({ after: String(data.next) })}>{text.nextPage}</Button>}
      </nav>
      <Curl method="GET" path={`/settings/plans/${id}/changes?${new URLSearchParams(stringEntries(query))}`} />
    </section>
  )
}

const stringEntries = (query: object) => Object.entries(query).map(([name, value]) => [name, String(value)])
