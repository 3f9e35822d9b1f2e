import type { Snapshot } from '@plinth/client'
import { SelectField } from '../../../components/select-field.js'
import { useLanguage } from '../../../language/language-context.js'
import { stateName } from '../snapshots/state-name.js'

interface BaseSnapshotProps {
  readonly snapshots: readonly Snapshot[]
  /** The id of the chosen snapshot, if any. */
  readonly value: string | undefined
  readonly onChange: (id: string | undefined) => void
  readonly isDisabled: boolean
}

/** Chooses a snapshot as the base of a merge, instead of a file. */
export const BaseSnapshot = ({ snapshots, value = '', onChange, isDisabled }: BaseSnapshotProps) => {
  const language = useLanguage()
  const { text } = language
  const choices = snapshots.map(({ id }) => ({ value: id, label: stateName(id, snapshots, language) }))
  return (
    <SelectField
      label={text.merges.snapshot}
      value={value}
      choices={[{ value: '', label: text.merges.noSnapshot }, ...choices]}
      onChange={(id) => onChange(id || undefined)}
      isDisabled={isDisabled}
    />
  )
}
