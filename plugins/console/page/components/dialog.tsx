import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useLanguage } from '../language/language-context.js'
import { Button } from './button.js'
import { DialogToasts } from './toasts.js'
import { UnsavedNotice, useUnsavedEdits } from './unsaved-edits.js'

interface DialogProps {
  readonly title: ComponentChildren
  readonly children: ComponentChildren
  readonly onClose: () => void
  /** Whether the dialog is at the side and takes the whole height. */
  readonly isDrawer?: boolean
  /** Whether closing asks first if there are unsaved edits. */
  readonly asksIfEdited?: boolean
  /** Whether closing always asks first, because the contents are shown only once. */
  readonly isShownOnce?: boolean
}

/** A modal dialog. The browser keeps the focus inside; closing returns it to the element that opened the dialog. */
export const Dialog = ({
  title,
  children,
  onClose,
  isDrawer = false,
  asksIfEdited = true,
  isShownOnce = false,
}: DialogProps) => {
  const { text } = useLanguage()
  const ref = useRef<HTMLDialogElement>(null)
  const isBackdropPressed = useRef(false)
  const edits = useUnsavedEdits(ref)
  const [isAsking, setAsking] = useState(false)
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
  const closeOrAsk = () => {
    if (isShownOnce || (asksIfEdited && edits.exist())) setAsking(true)
    else onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does what a click on the backdrop does
    <dialog
      ref={ref}
      class={isDrawer ? 'drawer' : 'dialog'}
      aria-labelledby={id}
      {...edits.listeners}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return // the cancel event of a file field bubbles
        event.preventDefault()
        if (isAsking) onClose()
        else closeOrAsk()
      }}
      // Browsers close a dialog at a second Escape, whatever `onCancel` does. If the page removed it, the ref is null.
      onClose={() => ref.current && onClose()}
      onPointerDown={(event) => {
        isBackdropPressed.current = isOnBackdrop(event)
      }}
      onClick={(event) => isDrawer && isBackdropPressed.current && isOnBackdrop(event) && closeOrAsk()}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          <Button kind="quiet" icon="close" label={text.close} onClick={closeOrAsk} />
        </header>
        {isAsking && <UnsavedNotice isShownOnce={isShownOnce} onDiscard={onClose} onKeep={() => setAsking(false)} />}
        {children}
      </div>
      <DialogToasts />
    </dialog>
  )
}

/** Returns whether a pointer is on the backdrop of a dialog, whose events have the dialog as their target. */
function isOnBackdrop({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  if (target !== currentTarget || !(target instanceof Element)) return false
  const { left, right, top, bottom } = target.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
