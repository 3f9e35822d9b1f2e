/** The plans that have not expired. */
export const PLANS = 'plinth_plans'
/** What each plan changes, in the order in which it was found. */
export const PLAN_CHANGES = 'plinth_plan_changes'
