import type { ComponentChildren } from 'preact'

interface BadgeProps {
  readonly kind?: 'plain' | 'good' | 'warning' | 'bad'
  readonly children: ComponentChildren
}

/** A state in a word. Its colour says nothing that the word does not. */
export const Badge = ({ kind = 'plain', children }: BadgeProps) => <span class={`badge ${kind}`}>{children}</span>
