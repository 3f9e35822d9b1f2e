import { useLanguage } from '../../../language/language-context.js'
import { DeleteButton } from '../delete-button.js'
import { useConfigurationClient } from '../use-configuration-client.js'

interface DeleteSnapshotProps {
  readonly snapshot: string
  readonly onDeleted: () => void
}

/** A button that deletes a snapshot. */
export const DeleteSnapshot = ({ snapshot, onDeleted }: DeleteSnapshotProps) => {
  const { text } = useLanguage()
  const client = useConfigurationClient()
  const remove = () => client.deleteSnapshot(snapshot)
  return (
    <DeleteButton
      text={text.snapshots}
      path={`/settings/snapshots/${snapshot}`}
      remove={remove}
      onDeleted={onDeleted}
    />
  )
}
