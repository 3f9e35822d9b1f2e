import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** Returns whether an element has more contents than it shows. Only then must the keyboard reach it, to scroll. */
export function useScrollable(ref: RefObject<HTMLElement>): boolean {
  const [isScrollable, setScrollable] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(() =>
      setScrollable(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight),
    )
    for (const observed of [element, ...element.children]) observer.observe(observed)
    return () => observer.disconnect()
  }, [ref])
  return isScrollable
}
