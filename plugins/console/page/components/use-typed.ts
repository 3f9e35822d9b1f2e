import { useEffect, useRef, useState } from 'preact/hooks'

const TYPING_DELAY_MS = 250

/** Returns the text of a field and its setter, for a value in the URL. Calls `onChange` once the typing stops. */
export function useTyped(value: string, onChange: (value: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value)
  const inUrl = useRef(value)
  useEffect(() => {
    if (value === inUrl.current) return
    inUrl.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed === inUrl.current) return
      inUrl.current = typed
      onChange(typed)
    }, TYPING_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}
