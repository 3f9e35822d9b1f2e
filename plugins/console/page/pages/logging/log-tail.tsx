import { useEffect, useRef } from 'preact/hooks'
import { Badge } from '../../components/badge.js'
import { Button } from '../../components/button.js'
import { Failure } from '../../components/failure.js'
import { SelectField } from '../../components/select-field.js'
import { type Column, Table } from '../../components/table.js'
import { TextField } from '../../components/text-field.js'
import { Time } from '../../components/time.js'
import { useTyped } from '../../components/use-typed.js'
import { useLanguage } from '../../language/language-context.js'
import { changeLocation, useLocation } from '../../shell/location.js'
import { LEVELS, type Level } from './log-levels.js'
import { type LogLine, useLogTail } from './use-log-tail.js'

/** Levels in the log are numbered like those of bunyan: ten higher than those of the settings. */
const LEVEL_OFFSET = 10
/** In the settings it means that no level is set, so that every line is written. */
const TRACE: Level = 0
const WARNING: Level = 30
const ERROR: Level = 40

/** The live log of the replica that responds. Its filters are in the URL. */
export const LogTail = () => {
  const { text } = useLanguage()
  const { query } = useLocation()
  const level = LEVELS.find((one) => String(one) === query.level) ?? TRACE
  const [search, setSearch] = useTyped(query.search ?? '', (typed) =>
    changeLocation({ search: typed }, { replace: true }),
  )
  const { lines, dropped, state, error, follow, pause } = useLogTail(level)
  const isPaused = state === 'paused' || state === 'refused'
  const buttons = useRef<HTMLDivElement>(null)
  const isAwaited = useRef(false)
  useEffect(() => {
    // The first lines appear below the window, and only a click may move what somebody reads
    if (lines.length > 0 && isAwaited.current) buttons.current?.scrollIntoView()
    if (lines.length > 0) isAwaited.current = false
  }, [lines.length])
  const start = () => {
    isAwaited.current = true
    follow()
  }
  const shown = lines.filter((line) => line.text.toLowerCase().includes(search.toLowerCase()))
  const columns: readonly Column<LogLine>[] = [
    { name: 'time', title: text.audit.at, cell: ({ record }) => <Time at={String(record.time)} /> },
    { name: 'level', title: text.logging.level, cell: ({ record }) => <LevelBadge level={levelOf(record.level)} /> },
    { name: 'text', title: text.logging.line, cell: (line) => <Line line={line} /> },
  ]
  return (
    <section>
      <h2>{text.logging.tail}</h2>
      <p class="hint">{text.logging.tailHint}</p>
      <div class="columns">
        <SelectField
          label={text.logging.fromLevel}
          value={String(level)}
          choices={LEVELS.map((value) => ({
            value: String(value),
            label: value === 0 ? text.logging.allLevels : `${value} – ${text.logging.levels[value]}`,
          }))}
          onChange={(value) => changeLocation({ level: value === '0' ? undefined : value })}
        />
        <TextField label={text.logging.filter} type="search" value={search} onInput={setSearch} />
      </div>
      <div class="row" ref={buttons}>
        <Button kind={isPaused ? 'primary' : 'plain'} onClick={isPaused ? start : pause}>
          {isPaused ? text.logging.follow : text.logging.pause}
        </Button>
        {state === 'following' && <Badge kind="good">{text.logging.following}</Badge>}
        {state === 'connecting' && <Badge>{text.logging.connecting}</Badge>}
        {dropped > 0 && <span class="muted">{text.logging.dropped(dropped)}</span>}
      </div>
      <Failure error={error} />
      {(lines.length > 0 || state === 'following') && (
        <Table
          caption={text.logging.tail}
          columns={columns}
          rows={shown}
          keyOf={({ id }) => String(id)}
          empty={text.logging.noLines}
        />
      )}
    </section>
  )
}

const LevelBadge = ({ level }: { readonly level: Level }) => {
  const { text } = useLanguage()
  const kind = level >= ERROR ? 'bad' : level === WARNING ? 'warning' : 'plain'
  return <Badge kind={kind}>{level === TRACE ? text.logging.trace : text.logging.levels[level]}</Badge>
}

/** Fields that the summary of a line shows after its message: those of a request or a security event. */
const SUMMARY_FIELDS = ['method', 'route', 'status', 'event', 'result', 'user', 'actor', 'target', 'code'] as const

/** Characters that change the direction of text, also of the text after the value that contains them. */
const BIDI_CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Escapes these characters in JSON. */
const withEscapedControls = (json: string) =>
  json.replace(BIDI_CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16)}`)

const Line = ({ line: { record, text } }: { readonly line: LogLine }) => (
  <details>
    <summary>
      <bdi>{String(record.msg ?? '')}</bdi>{' '}
      {SUMMARY_FIELDS.filter((name) => record[name] !== undefined).map((name) => (
        <>
          <code>{String(record[name])}</code>{' '}
        </>
      ))}
      {record.request_id !== undefined && <code class="muted">{String(record.request_id)}</code>}
    </summary>
    <pre class="line">{withEscapedControls(text)}</pre>
  </details>
)

function levelOf(level: unknown): Level {
  const known = Number(level) - LEVEL_OFFSET
  return LEVELS.find((one) => one === known) ?? TRACE
}
