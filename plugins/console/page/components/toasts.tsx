import type { ComponentChildren } from 'preact'
import { createContext } from 'preact'
import { useCallback, useContext, useEffect, useId, useMemo, useState } from 'preact/hooks'
import { Notice } from './notice.js'

type ToastKind = 'success' | 'error'

interface Toast {
  readonly id: number
  /** When it appeared, by `performance.now()`. */
  readonly since: number
  readonly kind: ToastKind
  readonly message: string
}

interface ToastStore {
  readonly toasts: readonly Toast[]
  readonly close: (id: number) => void
  /** The places for toasts, the topmost last. */
  readonly places: readonly string[]
  readonly addPlace: (place: string) => () => void
}

const AddContext = createContext<(message: string, kind?: ToastKind) => void>(() => undefined)
const StoreContext = createContext<ToastStore | undefined>(undefined)

/** Returns a function that reports what was done, or could not be. */
export const useToast = () => useContext(AddContext)

const MAX_SHOWN_TOASTS = 3
/** How long a success is certainly shown, so that it can be read. */
const MIN_SHOWN_MS = 5_000

/**
 * Keeps reports of what was done. An error stays until it is closed or newer ones take its place; a success, until the
 * person goes on.
 */
export const Toasts = ({ children }: { readonly children: ComponentChildren }) => {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const [places, setPlaces] = useState<readonly string[]>([])
  const add = useCallback((message: string, kind: ToastKind = 'success') => {
    setToasts((shown) => {
      const toast = { id: (shown.at(-1)?.id ?? 0) + 1, since: performance.now(), kind, message }
      return [...shown.filter((other) => other.kind === 'error'), toast].slice(-MAX_SHOWN_TOASTS)
    })
  }, [])
  useEffect(() => {
    const isRead = ({ kind, since }: Toast) => kind === 'success' && performance.now() - since > MIN_SHOWN_MS
    const goOn = () => setToasts((shown) => (shown.some(isRead) ? shown.filter((toast) => !isRead(toast)) : shown))
    addEventListener('click', goOn)
    return () => removeEventListener('click', goOn)
  }, [])
  const close = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), [])
  const addPlace = useCallback((place: string) => {
    setPlaces((current) => [...current, place])
    return () => setPlaces((current) => current.filter((other) => other !== place))
  }, [])
  const store = useMemo(() => ({ toasts, close, places, addPlace }), [toasts, places])
  return (
    <AddContext.Provider value={add}>
      <StoreContext.Provider value={store}>
        {children}
        <ToastList isShown={places.length === 0} />
      </StoreContext.Provider>
    </AddContext.Provider>
  )
}

/** Shows the toasts in a dialog while it is the topmost: what is outside of a modal dialog cannot be read or closed. */
export const DialogToasts = () => {
  const place = useId()
  const store = useContext(StoreContext)
  useEffect(() => store?.addPlace(place), [])
  return <ToastList isShown={store?.places.at(-1) === place} />
}

const ToastList = ({ isShown }: { readonly isShown: boolean }) => {
  const store = useContext(StoreContext)
  return (
    <div class="toasts" aria-live="polite">
      {isShown &&
        store?.toasts.map(({ id, kind, message }) => (
          <Notice key={id} kind={kind} onClose={() => store.close(id)}>
            {message}
          </Notice>
        ))}
    </div>
  )
}
