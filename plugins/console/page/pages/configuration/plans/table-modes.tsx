import type { PlanMode } from '@plinth/client/configuration'
import { useState } from 'preact/hooks'
import { Failure } from '../../../components/failure.js'
import { SelectField } from '../../../components/select-field.js'
import { useLanguage } from '../../../language/language-context.js'
import { useRequest } from '../../../requests/use-request.js'
import { useSession } from '../../../session/session-context.js'
import { MODES } from './mode-field.js'
import type { PlannedFile } from './plan-task.js'

export type ModesOfTables = PlannedFile['tables']

interface TableModesProps {
  readonly value: ModesOfTables
  readonly onChange: (modes: ModesOfTables) => void
}

/** Chooses the modes of tables that differ from the mode of the file; collapsed at first. */
export const TableModes = (props: TableModesProps) => {
  const { text } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="table-modes" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.plans.tableModes}</summary>
      {isOpen && <ModeOfEachTable {...props} />}
    </details>
  )
}

const ModeOfEachTable = ({ value, onChange }: TableModesProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const { data, error, reload } = useRequest((signal) => client.configurationTables({ signal }), [client])
  const choices = [
    { value: '', label: text.plans.modeOfFile },
    ...MODES.map((mode) => ({ value: mode, label: text.plans.modes[mode] })),
  ]
  const choose = (table: string, mode: string) => {
    const { [table]: _, ...others } = value
    onChange(mode ? { ...others, [table]: mode as PlanMode } : others)
  }
  return (
    <>
      <Failure error={error} onRetry={reload} />
      {!data && !error && <span class="skeleton" />}
      <div class="columns">
        {data
          ?.filter(({ historical }) => !historical)
          .map(({ name }) => (
            <SelectField
              key={name}
              label={name}
              value={value[name] ?? ''}
              choices={choices}
              onChange={(mode) => choose(name, mode)}
            />
          ))}
      </div>
    </>
  )
}
