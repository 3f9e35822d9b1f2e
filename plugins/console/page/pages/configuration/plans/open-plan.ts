import type { ConfigurationClient } from '@plinth/client/configuration'
import { changeLocation } from '../../../shell/location.js'

const FROM_THE_BEGINNING = { table: undefined, kind: undefined, after: undefined }

/** Shows a plan, from the beginning of all its changes. */
export function openPlan(plan: string): void {
  changeLocation({ plan, ...FROM_THE_BEGINNING })
}

/** Deletes an outdated plan, and shows another one in its place. If it cannot be deleted, it expires. */
export async function replacePlan(client: ConfigurationClient, outdated: string, plan: string): Promise<void> {
  await client.deletePlan(outdated).catch(() => undefined)
  changeLocation({ plan, ...FROM_THE_BEGINNING }, { replace: true })
}

/** Shows the page again from which plans are opened. */
export function closePlan(): void {
  changeLocation({ plan: undefined, ...FROM_THE_BEGINNING }, { replace: true })
}
