import type { SettingSource, Settings } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { Failure } from '../../components/failure.js'
import { SelectField } from '../../components/select-field.js'
import { TextField } from '../../components/text-field.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'
import { useAction } from '../../session/use-action.js'
import { LEVELS } from './levels.js'

interface SettingsFormProps {
  readonly sources: readonly SettingSource[]
  readonly onChange: () => void
}

/** The four settings, each with where its value comes from. */
export const SettingsForm = ({ sources, onChange }: SettingsFormProps) => {
  const { text, number } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const { run, isRunning, error } = useAction()
  const settings = settingsOf(sources)
  const [form, setForm] = useState(settings)
  const set = (name: keyof Settings) => (value: string) => setForm({ ...form, [name]: Number(value) })
  const changes = changesOf(settings, form)
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
      <Failure error={error} />
      <SelectField
        label={text.logging.level}
        value={String(form.log_level)}
        choices={LEVELS.map((level) => ({ value: String(level), label: `${level} – ${text.logging.levels[level]}` }))}
        onChange={set('log_level')}
        hint={hintOf('log_level', text.logging.levelHint)}
      />
      <TextField
        label={text.logging.period}
        type="number"
        value={String(form.logger_period)}
        onInput={set('logger_period')}
        hint={hintOf('logger_period', text.logging.periodHint)}
      />
      <div class="columns">
        <TextField
          label={text.logging.maxBytes}
          type="number"
          value={String(form.log_max_bytes)}
          onInput={set('log_max_bytes')}
          hint={hintOf('log_max_bytes', text.logging.maxBytesHint(number(Math.round(form.log_max_bytes / 1024))))}
        />
        <TextField
          label={text.logging.backups}
          type="number"
          value={String(form.log_backup_count)}
          onInput={set('log_backup_count')}
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

/** Returns the settings that differ. Those of the rotation are sent together. */
function changesOf(settings: Settings, form: Settings): Partial<Settings> {
  const isRotationChanged =
    form.log_max_bytes !== settings.log_max_bytes || form.log_backup_count !== settings.log_backup_count
  return {
    ...(form.log_level !== settings.log_level && { log_level: form.log_level }),
    ...(form.logger_period !== settings.logger_period && { logger_period: form.logger_period }),
    ...(isRotationChanged && { log_max_bytes: form.log_max_bytes, log_backup_count: form.log_backup_count }),
  }
}
