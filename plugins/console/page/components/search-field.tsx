import { useTyped } from './use-typed.js'

const MAX_SEARCH_CHARACTERS = 64

interface SearchFieldProps {
  readonly label: string
  readonly value: string | undefined
  /** Called when the user has stopped typing. */
  readonly onChange: (value: string) => void
}

/** A search field whose value is in the URL. */
export const SearchField = ({ label, value = '', onChange }: SearchFieldProps) => {
  const [typed, setTyped] = useTyped(value, onChange)
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={MAX_SEARCH_CHARACTERS}
      value={typed}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  )
}
