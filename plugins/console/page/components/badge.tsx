import type { ComponentChildren } from 'preact'

interface BadgeProps {
  readonly kind?: 'plain' | 'good' | 'warning' | 'bad'
  readonly children: ComponentChildren
}

/** A state in a word, in a colour that only repeats what the word says. */
export const Badge = ({ kind = 'plain', children }: BadgeProps) => <span class={`badge ${kind}`}>{children}</span>
