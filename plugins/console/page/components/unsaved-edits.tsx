import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useLanguage } from '../language/language-context.js'
import { Button } from './button.js'
import { Notice } from './notice.js'

/** Notices whether the forms of a dialog, and not those of a dialog above it, have edits that are not saved. */
export function useUnsavedEdits(dialog: RefObject<HTMLDialogElement>) {
  const state = useRef<'none' | 'edited' | 'sent'>('none')
  const become =
    (next: 'edited' | 'sent') =>
    ({ target }: Event) => {
      const isOwn = target instanceof Element && target.closest('form')?.closest('dialog') === dialog.current
      if (isOwn) state.current = next
    }
  return {
    listeners: { onInput: become('edited'), onSubmit: become('sent') },
    exist: () => state.current === 'edited' || (state.current === 'sent' && isRefused(dialog.current)),
  }
}

/** What was sent is saved unless its form shows why it is not. */
const isRefused = (dialog: HTMLDialogElement | null) => !!dialog?.querySelector('form [role=alert]')

interface UnsavedNoticeProps {
  /** Whether something is lost that was shown, not edits. */
  readonly isShownOnce: boolean
  readonly onDiscard: () => void
  readonly onKeep: () => void
}

/** Asks before edits, or what is shown only once, are lost. Takes the focus while it asks, and then gives it back. */
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
