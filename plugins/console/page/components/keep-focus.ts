/** Parts of the page with a heading. */
const PLACES = 'section, dialog, main'

/**
 * Moves the focus when a focused element disappears or is disabled, such as a button that has done its work: to the
 * heading of the section, dialog or page around it. Otherwise the keyboard would begin anew at the top.
 */
export function keepFocus(): void {
  let [focused, places]: [Element | undefined, readonly Element[]] = [undefined, []]
  addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) [focused, places] = [target, placesAround(target)]
  })
  addEventListener('focusout', () => setTimeout(() => hasNoFocus() && focused && !isLost(focused) && forget()))
  const forget = () => {
    focused = undefined // somebody has clicked beside it
  }
  const move = () => {
    if (!focused || !isLost(focused) || !(hasNoFocus() || document.activeElement === focused)) return
    const place = places.find(({ isConnected }) => isConnected)
    focused = undefined
    if (place) focusOn(place, 'h1, h2')
    // Of a new page browsers focus the first field themselves, but only once, and in the next frame
    else requestAnimationFrame(() => hasNoFocus() && focusOn(document.body, '[autofocus]'))
  }
  new MutationObserver(move).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

const hasNoFocus = () => document.activeElement === document.body

const isLost = (element: Element) => !element.isConnected || element.matches(':disabled')

/** Returns the parts around an element, the innermost first, and that with the contents of the page. */
function placesAround(element: Element): Element[] {
  const main = document.querySelector('main')
  const place = element.closest(PLACES)
  if (!place) return main ? [main] : []
  return [place, ...(place.parentElement ? placesAround(place.parentElement) : [])]
}

function focusOn(place: Element, selector: string): void {
  const start = place.querySelector<HTMLElement>(selector)
  if (!start) return
  if (start.tabIndex < 0) start.tabIndex = -1
  start.focus({ preventScroll: true }) // the page would jump for somebody who points
}
