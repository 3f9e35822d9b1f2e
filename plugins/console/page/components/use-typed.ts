import { useEffect, useRef, useState } from 'preact/hooks'

const TYPING_DELAY_MS = 250

/** What somebody types, of a value that the address holds. `onChange` is called when they have stopped typing. */
export function useTyped(value: string, onChange: (value: string) => void): [string, (typed: string) => void] {
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
  return [typed, setTyped]
}
