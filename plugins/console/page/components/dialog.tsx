import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useLanguage } from '../language/language-context.js'
import { Button } from './button.js'

interface DialogProps {
  readonly title: ComponentChildren
  readonly children: ComponentChildren
  readonly onClose: () => void
  /** A drawer stands at the side and takes the whole height. */
  readonly isDrawer?: boolean
}

/** A modal dialog. The browser keeps the focus inside, and gives it back to what opened the dialog. */
export const Dialog = ({ title, children, onClose, isDrawer = false }: DialogProps) => {
  const { text } = useLanguage()
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    const dialog = ref.current
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does what a click beside the dialog does
    <dialog
      ref={ref}
      class={isDrawer ? 'drawer' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (event.target === event.currentTarget) onClose()
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && isDrawer && onClose()}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          <Button kind="quiet" icon="close" label={text.close} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  )
}
