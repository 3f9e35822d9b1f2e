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
  /** Ids of the open dialogs, which show the toasts instead of the page; the topmost last. */
  readonly openDialogs: readonly string[]
  readonly addDialog: (id: string) => () => void
}

const AddContext = createContext<(message: string, kind?: ToastKind) => void>(() => undefined)
const StoreContext = createContext<ToastStore | undefined>(undefined)

/** Returns a function that shows a toast: what was done, or why it failed. */
export const useToast = () => useContext(AddContext)

const MAX_SHOWN_TOASTS = 3
/** For this time a click does not close a success, so that it can be read. */
const MIN_SHOWN_MS = 5_000

/**
 * Provides `useToast` to its children, and shows the toasts. An error stays until the user closes it or newer toasts
 * displace it; a success, until the next toast, or a click after `MIN_SHOWN_MS`.
 */
export const Toasts = ({ children }: { readonly children: ComponentChildren }) => {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const [openDialogs, setOpenDialogs] = useState<readonly string[]>([])
  const add = useCallback((message: string, kind: ToastKind = 'success') => {
    setToasts((shown) => {
      const toast = { id: (shown.at(-1)?.id ?? 0) + 1, since: performance.now(), kind, message }
      return [...shown.filter((other) => other.kind === 'error'), toast].slice(-MAX_SHOWN_TOASTS)
    })
  }, [])
  useEffect(() => {
    const isRead = ({ kind, since }: Toast) => kind === 'success' && performance.now() - since > MIN_SHOWN_MS
    const closeRead = () => setToasts((shown) => (shown.some(isRead) ? shown.filter((toast) => !isRead(toast)) : shown))
    addEventListener('click', closeRead)
    return () => removeEventListener('click', closeRead)
  }, [])
  const close = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), [])
  const addDialog = useCallback((id: string) => {
    setOpenDialogs((current) => [...current, id])
    return () => setOpenDialogs((current) => current.filter((other) => other !== id))
  }, [])
  const store = useMemo(() => ({ toasts, close, openDialogs, addDialog }), [toasts, openDialogs])
  return (
    <AddContext.Provider value={add}>
      <StoreContext.Provider value={store}>
        {children}
        <ToastList isShown={openDialogs.length === 0} />
      </StoreContext.Provider>
    </AddContext.Provider>
  )
}

/** Shows the toasts in the topmost dialog: what is outside a modal dialog cannot be read or closed. */
export const DialogToasts = () => {
  const id = useId()
  const store = useContext(StoreContext)
  useEffect(() => store?.addDialog(id), [])
  return <ToastList isShown={store?.openDialogs.at(-1) === id} />
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
