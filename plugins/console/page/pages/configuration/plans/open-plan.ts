import type { ConfigurationClient } from '@plinth/client/configuration'
import { changeLocation } from '../../../shell/location.js'

/** Removes the filters and the position of a list of changes from the URL. */
const ALL_CHANGES = { table: undefined, kind: undefined, after: undefined }

/** Shows a plan, with the first of all its changes. */
export function openPlan(plan: string): void {
  changeLocation({ plan, ...ALL_CHANGES })
}

/** Deletes an outdated plan, and shows another one in its place. If the deletion fails, the outdated plan expires. */
export async function replacePlan(client: ConfigurationClient, outdated: string, plan: string): Promise<void> {
  await client.deletePlan(outdated).catch(() => undefined)
  changeLocation({ plan, ...ALL_CHANGES }, { replace: true })
}

/** Shows the sections of the configuration page instead of a plan. */
export function closePlan(): void {
  changeLocation({ plan: undefined, ...ALL_CHANGES }, { replace: true })
}
