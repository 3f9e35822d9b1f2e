import { PlinthApiError, type SettingSource, type Settings } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { Failure } from '../../components/failure.js'
import { SelectField } from '../../components/select-field.js'
import { TextField } from '../../components/text-field.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useAction } from '../../requests/use-action.js'
import { useSession } from '../../session/session-context.js'
import { LEVELS } from './log-levels.js'

interface SettingsFormProps {
  readonly sources: readonly SettingSource[]
  readonly onChange: () => void
}

/** The form of the logging settings. It says of each where its value comes from. */
export const SettingsForm = ({ sources, onChange }: SettingsFormProps) => {
  const { text, number } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const { run, isRunning, error } = useAction()
  const settings = settingsOf(sources)
  const [form, setForm] = useState(() => formOf(settings))
  const set = (name: keyof Settings) => (value: string) => setForm({ ...form, [name]: value })
  const changes = changesOf(settings, form)
  const problems = problemsOf(error)
  const hintOf = (name: keyof Settings, hint: string) => {
    const source = sources.find((one) => one.name === name)
    if (!source) return hint
    return `${hint} ${text.logging.sources[source.source](number(source.configured))}`
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!(await run(() => client.updateSettings(changes)))) return
    toast(text.logging.saved)
    onChange()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Failure error={problems ? undefined : error} />
      <SelectField
        label={text.logging.level}
        value={form.log_level}
        choices={LEVELS.map((level) => ({ value: String(level), label: `${level} – ${text.logging.levels[level]}` }))}
        onChange={set('log_level')}
        hint={hintOf('log_level', text.logging.levelHint)}
      />
      <TextField
        label={text.logging.period}
        type="number"
        step="any"
        value={form.logger_period}
        onInput={set('logger_period')}
        error={problems?.logger_period}
        hint={hintOf('logger_period', text.logging.periodHint)}
      />
      <div class="columns">
        <TextField
          label={text.logging.maxBytes}
          type="number"
          step="any"
          value={form.log_max_bytes}
          onInput={set('log_max_bytes')}
          error={problems?.log_max_bytes}
          hint={hintOf(
            'log_max_bytes',
            text.logging.maxBytesHint(number(Math.round(Number(form.log_max_bytes) / 1024))),
          )}
        />
        <TextField
          label={text.logging.backups}
          type="number"
          step="any"
          value={form.log_backup_count}
          onInput={set('log_backup_count')}
          error={problems?.log_backup_count}
          hint={hintOf('log_backup_count', text.logging.backupsHint)}
        />
      </div>
      <div class="row">
        <Button kind="primary" submits isRunning={isRunning} isDisabled={Object.keys(changes).length === 0}>
          {text.save}
        </Button>
      </div>
      <Curl method="PUT" path="/settings/update" body={changes} />
    </form>
  )
}

function settingsOf(sources: readonly SettingSource[]): Settings {
  return Object.fromEntries(sources.map(({ name, value }) => [name, value])) as unknown as Settings
}

/** What was typed into each field. */
type Form = Readonly<Record<keyof Settings, string>>

function formOf({ log_level, logger_period, log_max_bytes, log_backup_count }: Settings): Form {
  return {
    log_level: String(log_level),
    logger_period: String(logger_period),
    log_max_bytes: String(log_max_bytes),
    log_backup_count: String(log_backup_count),
  }
}

/** Returns the changed settings. Both settings of the rotation are sent if one of them has changed. */
function changesOf(settings: Settings, form: Form): Partial<Settings> {
  const isChanged = (name: keyof Settings) => Number(form[name]) !== settings[name]
  const isRotationChanged = isChanged('log_max_bytes') || isChanged('log_backup_count')
  return {
    ...(isChanged('log_level') && { log_level: Number(form.log_level) as Settings['log_level'] }),
    ...(isChanged('logger_period') && { logger_period: Number(form.logger_period) }),
    ...(isRotationChanged && {
      log_max_bytes: Number(form.log_max_bytes),
      log_backup_count: Number(form.log_backup_count),
    }),
  }
}

/** How the messages of the service about each field begin. */
const MESSAGE_STARTS = {
  logger_period: 'Logger period ',
  log_max_bytes: 'log_max_bytes ',
  log_backup_count: 'log_backup_count ',
} as const

/** Returns the message of a refusal under the name of its field; `undefined` if it is not about one field. */
function problemsOf(error: unknown): Partial<Record<keyof Settings, string>> | undefined {
  if (!(error instanceof PlinthApiError)) return undefined
  const { message } = error
  const field = Object.entries(MESSAGE_STARTS).find(([, start]) => message.startsWith(start))
  return field && { [field[0]]: message }
}
