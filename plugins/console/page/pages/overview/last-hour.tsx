import type { Overview } from '@plinth/client'
import { Plot } from '../../components/plot.js'
import { type Column, Table } from '../../components/table.js'
import { Time } from '../../components/time.js'
import { useLanguage } from '../../language/language-context.js'

type Minute = Overview['minutes'][number]
type Series = Exclude<keyof Minute, 'at' | 'p50_ms'>

const SERIES: readonly Series[] = ['requests', 'p95_ms', 'logins', 'failed_logins', 'refused', 'errors']
const FAILURES: ReadonlySet<Series> = new Set(['failed_logins', 'refused', 'errors'])

/** Requests, response times, logins and refusals of the last 60 minutes, as plots and as a table. */
export const LastHour = ({ minutes = [] }: { readonly minutes: readonly Minute[] | undefined }) => {
  const { text, number } = useLanguage()
  const columns: readonly Column<Minute>[] = [
    { name: 'at', title: text.overview.minute, cell: ({ at }) => <Time at={at} /> },
    ...SERIES.map(
      (name): Column<Minute> => ({
        name,
        title: text.overview.series[name],
        isNumber: true,
        cell: (minute) => (minute[name] === null ? '–' : number(minute[name])),
      }),
    ),
  ]
  return (
    <section>
      <h2>{text.overview.lastHour}</h2>
      <div class="plots">
        {SERIES.map((name) => (
          <Plot
            key={name}
            title={text.overview.series[name]}
            values={minutes.map((minute) => minute[name])}
            kind={FAILURES.has(name) ? 'bad' : 'plain'}
          />
        ))}
      </div>
      <details class="as-table">
        <summary>{text.overview.asTable}</summary>
        <Table
          caption={text.overview.lastHour}
          columns={columns}
          rows={[...minutes].reverse()}
          keyOf={({ at }) => at}
        />
      </details>
    </section>
  )
}
