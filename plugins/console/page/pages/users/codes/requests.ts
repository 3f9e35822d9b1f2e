import { type components, dataOf } from '@plinth/client'
import type { Client } from '../../../session/session-store.js'

type Schemas = components['schemas']

/** A code that can be redeemed, without the code itself. */
export type ActiveCode = Schemas['ActiveCode']

/** A new code. The service returns it only once. */
export type NewCode = Schemas['IssuedCode'] & {
  /** When it expires by the clock of this browser, which may be wrong; in ms. */
  readonly localExpiry: number
}

const initOf = (username: string) => ({ params: { path: { username } } })

/** Issues a code, in place of an earlier one. */
export async function issueCode({ rest }: Client, username: string): Promise<NewCode> {
  const call = rest.POST('/users/{username}/code', initOf(username))
  const issued = await dataOf(call)
  const { response } = await call
  return { ...issued, localExpiry: Date.now() + Date.parse(issued.expires_at) - timeOf(response) }
}

/** Returns when the service responded, by its clock. The header has whole seconds, rounded down. */
function timeOf({ headers }: Response): number {
  const second = Date.parse(headers.get('Date') ?? '')
  return Number.isNaN(second) ? Date.now() : second + 1_000
}

/** Returns the code of a user, if there is one, and whether one may be issued. */
export const codeOf = ({ rest }: Client, username: string, signal: AbortSignal): Promise<Schemas['CodeState']> =>
  dataOf(rest.GET('/users/{username}/code', { ...initOf(username), signal }))

export async function withdrawCode({ rest }: Client, username: string): Promise<void> {
  await dataOf(rest.DELETE('/users/{username}/code', initOf(username)))
}

/** Lists the codes of all users whom the caller may act on, the newest first. */
export const activeCodes = ({ rest }: Client, signal: AbortSignal): Promise<ActiveCode[]> =>
  dataOf(rest.GET('/codes', { signal }))

/** Creates a user without a password. */
export async function addUser({ rest }: Client, body: Schemas['NewUser']): Promise<void> {
  await dataOf(rest.POST('/users/add', { body }))
}
