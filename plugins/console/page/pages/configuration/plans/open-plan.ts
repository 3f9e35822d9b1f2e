import { changeLocation } from '../../../shell/location.js'

/** Shows a plan, from the beginning of all its changes. */
export function openPlan(plan: string): void {
  changeLocation({ plan, table: undefined, kind: undefined, after: undefined })
}

/** Shows the page again from which plans are opened. */
export function closePlan(): void {
  changeLocation({ plan: undefined, table: undefined, kind: undefined, after: undefined }, { replace: true })
}
