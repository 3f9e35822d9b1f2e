import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useLanguage } from '../language/language-context.js'
import { Button } from './button.js'
import { Notice } from './notice.js'

/** Tracks whether the forms of a dialog have unsaved edits. The forms of a dialog inside it do not count. */
export function useUnsavedEdits(dialog: RefObject<HTMLDialogElement>) {
  const state = useRef<'none' | 'edited' | 'sent'>('none')
  const changeTo =
    (next: 'edited' | 'sent') =>
    ({ target }: Event) => {
      const isOwn = target instanceof Element && target.closest('form')?.closest('dialog') === dialog.current
      if (isOwn) state.current = next
    }
  return {
    listeners: { onInput: changeTo('edited'), onSubmit: changeTo('sent') },
    exist: () => state.current === 'edited' || (state.current === 'sent' && isRefused(dialog.current)),
  }
}

/** A form that was sent counts as saved, unless it shows an error. */
const isRefused = (dialog: HTMLDialogElement | null) => !!dialog?.querySelector('form [role=alert]')

interface UnsavedNoticeProps {
  /** Whether closing loses contents that are shown only once; otherwise it loses edits. */
  readonly isShownOnce: boolean
  readonly onDiscard: () => void
  readonly onKeep: () => void
}

/** Asks before edits, or contents that are shown only once, are lost. Takes the focus while it is shown. */
export const UnsavedNotice = ({ isShownOnce, onDiscard, onKeep }: UnsavedNoticeProps) => {
  const { text } = useLanguage()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const edited = document.activeElement
    ref.current?.querySelector('button')?.focus()
    return () => edited instanceof HTMLElement && edited.focus()
  }, [])
  return (
    <Notice kind="warning">
      <p>{isShownOnce ? text.notShownAgain : text.unsavedChanges}</p>
      <div class="row" ref={ref}>
        <Button onClick={onKeep}>{isShownOnce ? text.keepOpen : text.keepEditing}</Button>
        <Button kind="danger" onClick={onDiscard}>
          {isShownOnce ? text.closeAnyway : text.discardChanges}
        </Button>
      </div>
    </Notice>
  )
}
