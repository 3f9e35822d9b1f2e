import type { Plan } from '@plinth/client'
import type { Language } from '../../../language/language-context.js'

const isComparison = ({ source }: Plan) => source.kind === 'comparison'

/** Returns the words for the kinds of changes that a plan can have. A comparison refuses only unreadable records. */
export function kindWords({ source, summary }: Plan, { text }: Language): Readonly<Record<string, string>> {
  const { refused, ...kinds } = text.plans.kinds
  if (source.kind === 'comparison') return { ...text.comparisons.kinds, ...(summary.refused > 0 && { refused }) }
  return { ...kinds, refused, ...(source.kind === 'merge' && { conflict: text.merges.conflict }) }
}

/** Returns the numbers of a plan in words. */
export function summaryOf(plan: Plan, { text, number }: Language): string {
  const { add, update, remove, refused } = plan.summary
  return isComparison(plan)
    ? text.comparisons.summary(number(add), number(update), number(remove))
    : text.plans.summary(number(add), number(update), number(remove), number(refused))
}

/** Returns the words for a plan without changes. */
export const noChangesOf = (plan: Plan, { text }: Language): string =>
  isComparison(plan) ? text.comparisons.same : text.plans.changesNothing
