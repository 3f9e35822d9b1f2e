import type { SettingSource } from '@plinth/client'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { Failure } from '../../components/failure.js'
import { Notice } from '../../components/notice.js'
import { SelectField } from '../../components/select-field.js'
import { Time } from '../../components/time.js'
import { useLanguage } from '../../language/language-context.js'
import { useAction } from '../../requests/use-action.js'
import { useSession } from '../../session/session-context.js'

const CHOICES_IN_MINUTES: readonly number[] = [5, 15, 60, 120]
const DEFAULT_MINUTES = 15
/**
 * How long after the end of debug the settings are read again. If they still say debug, because the clock of the
 * service is behind, they are read once more after the same delay.
 */
const END_DELAY_MS = 2_000

interface DebugSectionProps {
  readonly sources: readonly SettingSource[]
  readonly onChange: () => void
}

/** Sets the level to debug for a limited time. */
export const DebugSection = ({ sources, onChange }: DebugSectionProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const { run, isRunning, error } = useAction()
  const [minutes, setMinutes] = useState(DEFAULT_MINUTES)
  const until = sources.find(({ source }) => source === 'temporary')?.until
  useEffect(() => {
    if (until === undefined) return undefined
    const timer = setTimeout(onChange, Math.max(Date.parse(until) - Date.now(), 0) + END_DELAY_MS)
    return () => clearTimeout(timer)
  }, [sources, until, onChange])
  const change = async (task: () => Promise<unknown>) => {
    const isDone = await run(async () => {
      await task()
    })
    if (isDone) onChange()
  }
  return (
    <section>
      <h2>{text.logging.debug}</h2>
      <Failure error={error} />
      {until ? (
        <Notice kind="info">
          <p>
            {text.logging.debugUntil} <Time at={until} />
          </p>
          <Button isRunning={isRunning} onClick={() => void change(() => client.stopDebug())}>
            {text.logging.stopDebug}
          </Button>
        </Notice>
      ) : (
        <>
          <div class="row end">
            <SelectField
              label={text.logging.howLong}
              value={String(minutes)}
              choices={CHOICES_IN_MINUTES.map((value) => ({
                value: String(value),
                label: text.logging.minutes(value),
              }))}
              onChange={(value) => setMinutes(Number(value))}
            />
            <Button isRunning={isRunning} onClick={() => void change(() => client.startDebug(minutes))}>
              {text.logging.startDebug}
            </Button>
          </div>
          <Curl method="PUT" path="/settings/debug" body={{ minutes }} />
        </>
      )}
    </section>
  )
}
