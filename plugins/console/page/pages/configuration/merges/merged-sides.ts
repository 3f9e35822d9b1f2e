import type { Plan } from '@plinth/client'

/** Returns the ids of the sides of a merge: of a snapshot or an uploaded file each. */
export function mergedSides({ of }: Plan['source']): { readonly base: string; readonly theirs: string } {
  const [base = '', theirs = ''] = of?.split(' ') ?? []
  return { base, theirs }
}
