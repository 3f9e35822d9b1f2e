import { useEffect, useId, useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { useLanguage } from '../../language/language-context.js'
import { LATEST_LOCAL_TIME, localTimeOf, utcOf } from '../../language/local-time.js'
import { changeLocation, type Location } from '../../shell/location.js'
import { EVENT_NAMES } from './event-names.js'

type Query = Location['query']
type FilterName = 'event' | 'actor' | 'target' | 'concerning' | 'from' | 'to' | 'result'

interface FilterProps {
  readonly name: FilterName
  readonly label: string
  readonly query: Query
  /** Values to suggest. */
  readonly choices?: readonly string[]
}

/** The filters of the list of events. Their values are in the URL. */
export const EventFilters = ({ query }: { readonly query: Query }) => {
  const { text } = useLanguage()
  return (
    <search class="filters">
      <TextFilter name="event" label={text.audit.event} query={query} choices={EVENT_NAMES} />
      <TextFilter name="actor" label={text.audit.actor} query={query} />
      <TextFilter name="target" label={text.audit.target} query={query} />
      <TextFilter name="concerning" label={text.audit.concerning} query={query} />
      <TimeFilter name="from" label={text.audit.from} query={query} />
      <TimeFilter name="to" label={text.audit.to} query={query} />
      <select
        aria-label={text.audit.result}
        value={query.result ?? ''}
        onChange={({ currentTarget }) => filterBy('result', currentTarget.value)}
      >
        <option value="">{text.audit.allResults}</option>
        <option value="done">{text.audit.done}</option>
        <option value="refused">{text.audit.refused}</option>
      </select>
      {/* Has no handler: a click on it takes the focus from the edited field, which applies that field's filter. */}
      <Button>{text.audit.apply}</Button>
    </search>
  )
}

/**
 * A filter that is applied when its field loses the focus or Enter is pressed: the service matches exactly, so half a
 * name would find nothing.
 */
const TextFilter = ({ name, label, query, choices = [] }: FilterProps) => {
  const id = useId()
  const value = query[name] ?? ''
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <>
      <label>
        {label}
        <input
          type="search"
          list={choices.length > 0 ? id : undefined}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onChange={() => filterBy(name, typed.trim())}
        />
      </label>
      {choices.length > 0 && (
        <datalist id={id}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** A filter by time: local in the field, UTC in the URL. */
const TimeFilter = ({ name, label, query }: FilterProps) => (
  <label>
    {label}
    <input
      type="datetime-local"
      max={LATEST_LOCAL_TIME}
      value={localTimeOf(query[name])}
      onChange={({ currentTarget: { value } }) => filterBy(name, value && utcOf(value))}
    />
  </label>
)

const filterBy = (name: FilterName, value: string) => changeLocation({ [name]: value, before: undefined })
