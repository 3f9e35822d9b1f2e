import { useEffect, useRef, useState } from 'preact/hooks'

const TYPING_DELAY_MS = 250
const MAX_SEARCH_CHARACTERS = 64

interface SearchFieldProps {
  readonly label: string
  readonly value: string | undefined
  /** Called when somebody has stopped typing. */
  readonly onChange: (value: string) => void
}

/** A search that the address holds. */
export const SearchField = ({ label, value = '', onChange }: SearchFieldProps) => {
  const [typed, setTyped] = useState(value)
  const written = useRef(value)
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed === written.current) return
      written.current = typed
      onChange(typed)
    }, TYPING_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed])
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
