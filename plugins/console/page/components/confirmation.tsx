import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLanguage } from '../language/language-context.js'
import { useAction } from '../requests/use-action.js'
import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { Failure } from './failure.js'
import { TextField } from './text-field.js'

interface ConfirmationProps {
  readonly title: string
  readonly children: ComponentChildren
  /** The word on the button: what will be done. */
  readonly action: string
  /** A name that the user must type first, where something is lost for good. */
  readonly typedName?: string
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

/** A dialog that asks before it runs an action, such as one that cannot be undone. */
export const Confirmation = ({ title, children, action, typedName, onConfirm, onClose }: ConfirmationProps) => {
  const { text } = useLanguage()
  const { run, isRunning, error } = useAction()
  const [typed, setTyped] = useState('')
  const isConfirmed = typedName === undefined || typed === typedName
  const submit = async (event: Event) => {
    event.preventDefault()
    if (isConfirmed && (await run(onConfirm))) onClose()
  }
  return (
    <Dialog title={title} onClose={onClose} asksIfEdited={false}>
      <form onSubmit={(event) => void submit(event)}>
        <Failure error={error} />
        {children}
        {typedName !== undefined && (
          <TextField label={text.typeToConfirm(typedName)} value={typed} onInput={setTyped} isFocused />
        )}
        <footer>
          <Button onClick={onClose} isDisabled={isRunning}>
            {text.cancel}
          </Button>
          <Button kind="danger" submits isRunning={isRunning} isDisabled={!isConfirmed}>
            {action}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
