import type { Plan } from '@plinth/client'

/** Returns the ids of what a plan merges: each is that of a snapshot or of an uploaded file. */
export function mergedIdsOf({ of }: Plan['source']): { readonly base: string; readonly theirs: string } {
  const [base = '', theirs = ''] = of?.split(' ') ?? []
  return { base, theirs }
}
