import type { ComponentChildren } from 'preact'
import { createContext } from 'preact'
import { useCallback, useContext, useState } from 'preact/hooks'
import { Notice } from './notice.js'

const ToastContext = createContext<(message: string) => void>(() => undefined)

/** Returns a function that reports what was done. */
export const useToast = () => useContext(ToastContext)

const MAX_SHOWN_TOASTS = 3

/** Shows reports of what was done. Each stays until it is closed, or newer ones take its place. */
export const Toasts = ({ children }: { readonly children: ComponentChildren }) => {
  const [toasts, setToasts] = useState<readonly { id: number; message: string }[]>([])
  const add = useCallback((message: string) => {
    setToasts((shown) => [...shown, { id: (shown.at(-1)?.id ?? 0) + 1, message }].slice(-MAX_SHOWN_TOASTS))
  }, [])
  return (
    <ToastContext.Provider value={add}>
      {children}
      <div class="toasts" aria-live="polite">
        {toasts.map(({ id, message }) => (
          <Notice
            key={id}
            kind="success"
            onClose={() => setToasts((shown) => shown.filter((toast) => toast.id !== id))}
          >
            {message}
          </Notice>
        ))}
      </div>
    </ToastContext.Provider>
  )
}
