import { createClient } from '@plinth/client'
import { AccessClient } from '@plinth/client/access'
import { SERVICE_URL } from './own-service.js'
import type { LoginName } from './session-store.js'

/** Sets a password with a one-time code. Needs no session. */
export async function redeemCode(name: LoginName, code: string, newPassword: string): Promise<void> {
  await new AccessClient(createClient({ url: SERVICE_URL })).redeemCode({ ...name, code, new_password: newPassword })
}
