import { useRef, useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Icon } from '../../components/icon.js'

interface FileDropProps {
  /** Says what happens with the file. */
  readonly hint: string
  /** The word on the button. */
  readonly action: string
  readonly onFile: (file: File) => void
  readonly isDisabled: boolean
}

/** An area to drop a file, with a button to choose one. The browser's own field would then say “no file chosen”. */
export const FileDrop = ({ hint, action, onFile, isDisabled }: FileDropProps) => {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null | undefined) => {
    setOver(false)
    const [file] = files ?? []
    if (file && !isDisabled) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for the keyboard
    <div
      class={`drop${isOver ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        take(event.dataTransfer?.files)
      }}
    >
      <Icon name="configuration" />
      <span>{hint}</span>
      <Button isDisabled={isDisabled} onClick={() => input.current?.click()}>
        {action}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
