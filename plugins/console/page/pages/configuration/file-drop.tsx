import { useState } from 'preact/hooks'
import { Icon } from '../../components/icon.js'
import { useLanguage } from '../../language/language-context.js'

interface FileDropProps {
  readonly onFile: (file: File) => void
  readonly isDisabled: boolean
}

/** A place to drop a file, which opens the choice of files of the browser too. */
export const FileDrop = ({ onFile, isDisabled }: FileDropProps) => {
  const { text } = useLanguage()
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null | undefined) => {
    setOver(false)
    const [file] = files ?? []
    if (file && !isDisabled) onFile(file)
  }
  return (
    <label
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
      <span>{text.configuration.drop}</span>
      <input
        type="file"
        accept=".json,application/json"
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          currentTarget.value = ''
        }}
      />
    </label>
  )
}
