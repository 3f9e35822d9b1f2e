import { useState } from 'preact/hooks'
import { Button } from '../../../components/button.js'
import { Curl } from '../../../components/curl.js'
import { Dialog } from '../../../components/dialog.js'
import { Failure } from '../../../components/failure.js'
import { TextField } from '../../../components/text-field.js'
import { useToast } from '../../../components/toasts.js'
import { useLanguage } from '../../../language/language-context.js'
import { useAction } from '../../../requests/use-action.js'
import { useConfigurationClient } from '../use-configuration-client.js'

const MAX_NOTE_CHARACTERS = 255

interface TakeSnapshotProps {
  readonly onTaken: () => void
  readonly onClose: () => void
}

/** A dialog that takes a snapshot, with an optional note. */
export const TakeSnapshot = ({ onTaken, onClose }: TakeSnapshotProps) => {
  const { text } = useLanguage()
  const client = useConfigurationClient()
  const toast = useToast()
  const { run, isRunning, error } = useAction()
  const [note, setNote] = useState('')
  const body = note ? { note } : {}
  const submit = async (event: Event) => {
    event.preventDefault()
    const isTaken = await run(async () => void (await client.takeSnapshot(body)))
    if (!isTaken) return
    toast(text.snapshots.taken)
    onTaken()
    onClose()
  }
  return (
    <Dialog title={text.snapshots.take} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Failure error={error} />
        <TextField
          label={text.optional(text.snapshots.note)}
          value={note}
          onInput={setNote}
          maxLength={MAX_NOTE_CHARACTERS}
          hint={text.snapshots.noteHint}
          isFocused
        />
        <Curl method="POST" path="/settings/snapshots" body={body} />
        <footer>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="primary" submits isRunning={isRunning}>
            {text.snapshots.take}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
