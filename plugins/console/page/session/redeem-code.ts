import { createClient, dataOf } from '@plinth/client'
import { SERVICE_URL } from './own-service.js'
import type { LoginName } from './session-store.js'

/** Sets a password with a code. Nobody needs to be logged in. */
export async function redeemCode(name: LoginName, code: string, newPassword: string): Promise<void> {
  const { rest } = createClient({ url: SERVICE_URL })
  await dataOf(rest.POST('/users/redeem_code', { body: { ...name, code, new_password: newPassword } }))
}
