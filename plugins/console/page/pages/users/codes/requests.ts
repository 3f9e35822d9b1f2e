import { type components, dataOf } from '@plinth/client'
import { AccessClient } from '@plinth/client/access'
import type { Client } from '../../../session/session-store.js'

type Schemas = components['schemas']

/** What the list of all codes says about a code that can be redeemed. It does not contain the code itself. */
export type ActiveCode = Schemas['ActiveCode']

/** What is known about the code of one user that can be redeemed. It does not contain the code itself. */
export type CurrentCode = NonNullable<Schemas['CodeState']['code']>

/** A new code. The service returns it only once. */
export type NewCode = Schemas['IssuedCode'] & {
  /** When the code expires by the clock of this browser, which may be wrong; in ms since 1970. */
  readonly localExpiryMs: number
}

/** Returns the path at which the code of a user is issued and withdrawn, for a curl command. */
export const codePath = (username: string) => `/users/${encodeURIComponent(username)}/code`

/** Issues a code, in place of an earlier one. */
export async function issueCode({ rest }: Client, username: string): Promise<NewCode> {
  const call = rest.POST('/users/{username}/code', { params: { path: { username } } })
  const issued = await dataOf(call)
  const { response } = await call
  return { ...issued, localExpiryMs: Date.now() + Date.parse(issued.expires_at) - timeOf(response) }
}

/** Returns when the service responded by its own clock, in ms since 1970. The header has seconds, rounded down. */
function timeOf({ headers }: Response): number {
  const second = Date.parse(headers.get('Date') ?? '')
  return Number.isNaN(second) ? Date.now() : second + 1_000
}

/** Returns what is known about the code of a user, if there is one, and whether the caller may issue one. */
export const codeOf = (client: Client, username: string, signal: AbortSignal): Promise<Schemas['CodeState']> =>
  new AccessClient(client).code(username, { signal })

export const withdrawCode = (client: Client, username: string): Promise<void> =>
  new AccessClient(client).withdrawCode(username)

/** Lists the codes of all users whom the caller may act on, the newest first. */
export const activeCodes = (client: Client, signal: AbortSignal): Promise<ActiveCode[]> =>
  new AccessClient(client).codes({ signal })

/** Creates a user without a password. */
export async function addUser(client: Client, body: Schemas['NewUser']): Promise<void> {
  await new AccessClient(client).addUser(body)
}
