/** Selector of the parts of the page that have a heading. */
const PLACES = 'section, dialog, main'

/**
 * Moves the focus when a focused element disappears or is disabled, such as a button that has done its work: to the
 * heading of the section, dialog or page around it. Otherwise the next Tab would start at the top of the page.
 */
export function keepFocus(): void {
  let [focused, places]: [Element | undefined, readonly Element[]] = [undefined, []]
  addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) [focused, places] = [target, placesAround(target)]
  })
  addEventListener('focusout', () => setTimeout(() => hasNoFocus() && focused && !isLost(focused) && forget()))
  const forget = () => {
    focused = undefined // the user has clicked somewhere else
  }
  const move = () => {
    if (!focused || !isLost(focused) || !(hasNoFocus() || document.activeElement === focused)) return
    const place = places.find(({ isConnected }) => isConnected)
    focused = undefined
    if (place) focusOn(place, 'h1, h2')
    // Browsers apply `autofocus` themselves, but only once per document, and in the next frame
    else requestAnimationFrame(() => hasNoFocus() && focusOn(document.body, '[autofocus]'))
  }
  new MutationObserver(move).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

const hasNoFocus = () => document.activeElement === document.body

const isLost = (element: Element) => !element.isConnected || element.matches(':disabled')

/** Returns the parts around an element, the innermost first; the last is `main`, even for an element outside it. */
function placesAround(element: Element): Element[] {
  const main = document.querySelector('main')
  const place = element.closest(PLACES)
  if (!place) return main ? [main] : []
  return [place, ...(place.parentElement ? placesAround(place.parentElement) : [])]
}

function focusOn(place: Element, selector: string): void {
  const target = place.querySelector<HTMLElement>(selector)
  if (!target) return
  if (target.tabIndex < 0) target.tabIndex = -1 // makes a heading focusable
  target.focus({ preventScroll: true }) // scrolling would move the page under the pointer
}
