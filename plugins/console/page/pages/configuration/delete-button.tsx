import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Confirmation } from '../../components/confirmation.js'
import { Curl } from '../../components/curl.js'
import { useToast } from '../../components/toasts.js'

interface DeleteButtonProps {
  readonly text: {
    readonly delete: string
    readonly deleteTitle: string
    readonly deleteHint: string
    readonly deleted: string
  }
  /** Path of the deleted resource, below the base path. */
  readonly path: string
  readonly remove: () => Promise<unknown>
  readonly onDeleted: () => void
}

/** A button that deletes something once the user has confirmed it. */
export const DeleteButton = ({ text, path, remove, onDeleted }: DeleteButtonProps) => {
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const confirm = async () => {
    await remove()
    toast(text.deleted)
    onDeleted()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{text.delete}</Button>
      {isAsking && (
        <Confirmation
          title={text.deleteTitle}
          action={text.delete}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          <p>{text.deleteHint}</p>
          <Curl method="DELETE" path={path} />
        </Confirmation>
      )}
    </>
  )
}
