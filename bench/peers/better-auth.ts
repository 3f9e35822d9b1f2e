import { BaselineServer } from '../support/baseline-server.js'
import type { LoadRequest } from '../support/load-generator.js'
import type { FreshDatabase, Sandbox } from '../support/sandbox.js'
import { PASSWORD } from '../support/service.js'
import type { RunningPeer } from './running-peer.js'

const SERVER = 'bench/peers/serve-better-auth.mjs'

/** Starts better-auth with users who are logged in, and whose requests read their databaseUrl session. */
export async function startBetterAuth(
  { url, folder }: FreshDatabase,
  callers: number,
  { signal }: Sandbox,
): Promise<RunningPeer> {
  const databaseUrl = url.startsWith('sqlite:') ? `sqlite:${folder}/better-auth.db` : url
  const server = await BaselineServer.startNode(['--no-warnings', SERVER, databaseUrl], signal)
  const requests: LoadRequest[] = []
  for (let number = 1; number <= callers; number += 1) {
    const cookie = await signUp(server.url, `person-${number}@bench.test`, signal)
    requests.push({ method: 'GET', path: '/api/auth/get-session', headers: { Cookie: cookie } })
  }
  await checkSession(server.url, requests[0], signal)
  return { server, requests, stop: () => server.stop() }
}

/** Checks the body of a response, because better-auth responds to an invalid cookie with 200 too. */
async function checkSession(url: string, request: LoadRequest | undefined, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${url}/get-session`, { headers: { ...request?.headers }, signal })
  const session = (await response.json()) as { user?: object } | null
  if (!session?.user) throw new Error('better-auth: the cookie is not accepted')
}

async function signUp(url: string, email: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${url}/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: new URL(url).origin },
    body: JSON.stringify({ email, name: 'Given Family', password: PASSWORD }),
    signal,
  })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (response.status !== 200) throw new Error(`better-auth: ${response.status} ${await response.text()}`)
  return cookies.join('; ')
}
