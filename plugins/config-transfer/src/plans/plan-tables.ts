/** The plans that have not expired. */
export const PLANS = 'plinth_plans'
/** The changes of each plan, numbered in the order in which they were found. */
export const PLAN_CHANGES = 'plinth_plan_changes'
