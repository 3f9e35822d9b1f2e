import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.js'

interface ButtonProps {
  readonly children?: ComponentChildren
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet'
  readonly icon?: IconName
  /** Says what the button does if it shows only an icon. */
  readonly label?: string
  readonly isRunning?: boolean
  readonly isDisabled?: boolean
  readonly isPressed?: boolean
  /** Whether what the button opens is open. */
  readonly isExpanded?: boolean
  /** Whether it submits its form. */
  readonly submits?: boolean
  readonly onClick?: () => void
}

/** A button. While its action runs, it keeps its size and the focus, and does not call `onClick`. */
export const Button = (props: ButtonProps) => {
  const { children, kind = 'plain', icon, label, isRunning, isDisabled, submits, onClick } = props
  return (
    <button
      type={submits ? 'submit' : 'button'}
      class={`button ${kind}${children ? '' : ' icon-only'}`}
      aria-label={label}
      title={label}
      aria-busy={isRunning || undefined}
      aria-pressed={props.isPressed}
      aria-expanded={props.isExpanded}
      disabled={isDisabled}
      onClick={isRunning ? undefined : onClick}
    >
      {icon && <Icon name={icon} />}
      {children && <span>{children}</span>}
    </button>
  )
}
