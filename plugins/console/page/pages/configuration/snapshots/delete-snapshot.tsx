import { useState } from 'preact/hooks'
import { Button } from '../../../components/button.js'
import { Confirmation } from '../../../components/confirmation.js'
import { Curl } from '../../../components/curl.js'
import { useToast } from '../../../components/toasts.js'
import { useLanguage } from '../../../language/language-context.js'
import { useConfigurationClient } from '../use-configuration-client.js'

interface DeleteSnapshotProps {
  readonly snapshot: string
  readonly onDeleted: () => void
}

/** A button that deletes a snapshot. */
export const DeleteSnapshot = ({ snapshot, onDeleted }: DeleteSnapshotProps) => {
  const { text } = useLanguage()
  const client = useConfigurationClient()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    await client.deleteSnapshot(snapshot)
    toast(text.snapshots.deleted)
    onDeleted()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{text.snapshots.delete}</Button>
      {isAsking && (
        <Confirmation
          title={text.snapshots.deleteTitle}
          action={text.snapshots.delete}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{text.snapshots.deleteHint}</p>
          <Curl method="DELETE" path={`/settings/snapshots/${snapshot}`} />
        </Confirmation>
      )}
    </>
  )
}
