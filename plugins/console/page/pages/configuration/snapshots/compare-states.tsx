import type { Snapshot } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../../components/button.js'
import { Curl } from '../../../components/curl.js'
import { Failure } from '../../../components/failure.js'
import { SelectField } from '../../../components/select-field.js'
import { useLanguage } from '../../../language/language-context.js'
import { useAction } from '../../../requests/use-action.js'
import { openPlan } from '../plans/open-plan.js'
import { useConfigurationClient } from '../use-configuration-client.js'
import { PRESENT, stateName } from './state-name.js'

interface CompareStatesProps {
  /** The snapshots, the newest first; at least one. */
  readonly snapshots: readonly Snapshot[]
}

/** A form that compares two states of the configuration: snapshots, or the present one. */
export const CompareStates = ({ snapshots }: CompareStatesProps) => {
  const language = useLanguage()
  const { text } = language
  const client = useConfigurationClient()
  const { run, isRunning, error } = useAction()
  const [chosen, setChosen] = useState({ from: '', to: PRESENT })
  const ids = [PRESENT, ...snapshots.map(({ id }) => id)]
  const choices = ids.map((id) => ({ value: id, label: stateName(id, snapshots, language) }))
  // A snapshot that was chosen may have been deleted since.
  const from = ids.includes(chosen.from) ? chosen.from : (ids[1] ?? PRESENT)
  const to = ids.includes(chosen.to) ? chosen.to : PRESENT
  const submit = (event: Event) => {
    event.preventDefault()
    void run(async () => openPlan((await client.compareConfigurations(from, to)).id))
  }
  return (
    <form onSubmit={submit}>
      <h3>{text.comparisons.title}</h3>
      <div class="columns">
        <SelectField
          label={text.comparisons.from}
          value={from}
          choices={choices}
          onChange={(id) => setChosen({ from: id, to })}
        />
        <SelectField
          label={text.comparisons.to}
          value={to}
          choices={choices}
          onChange={(id) => setChosen({ from, to: id })}
        />
      </div>
      <Failure error={error} />
      <div class="row">
        <Button submits isRunning={isRunning} isDisabled={from === to}>
          {text.comparisons.compare}
        </Button>
      </div>
      <Curl method="POST" path="/settings/comparisons" body={{ from, to }} />
    </form>
  )
}
