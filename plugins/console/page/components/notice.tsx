import type { ComponentChildren } from 'preact'
import { useLanguage } from '../language/language-context.js'
import { Button } from './button.js'
import { Icon } from './icon.js'

interface NoticeProps {
  readonly kind: 'info' | 'success' | 'warning' | 'error'
  readonly children: ComponentChildren
  /** Without it, the user cannot close the notice. */
  readonly onClose?: () => void
}

/** A message that stays until its reason is gone or the user closes it. */
export const Notice = ({ kind, children, onClose }: NoticeProps) => {
  const { text } = useLanguage()
  return (
    <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon name={kind === 'success' ? 'check' : kind === 'info' ? 'page' : 'warning'} />
      <div class="notice-text">{children}</div>
      {onClose && <Button kind="quiet" icon="close" label={text.close} onClick={onClose} />}
    </div>
  )
}
