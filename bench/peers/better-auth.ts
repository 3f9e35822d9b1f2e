import { LimitServer } from '../support/limit-server.js'
import type { LoadedRequest } from '../support/load-generator.js'
import { PASSWORD } from '../support/service.js'
import type { FreshDatabase, Workplace } from '../support/workplace.js'
import type { RunningPeer } from './peer.js'

const SERVER = 'bench/peers/serve-better-auth.mjs'

/** better-auth with people who are logged in and ask for themselves. */
export async function startBetterAuth(
  { url, folder }: FreshDatabase,
  asking: number,
  { signal }: Workplace,
): Promise<RunningPeer> {
  const own = url.startsWith('sqlite:') ? `sqlite:${folder}/better-auth.db` : url
  const server = await LimitServer.startNode(['--no-warnings', SERVER, own], signal)
  const requests: LoadedRequest[] = []
  for (let number = 1; number <= asking; number += 1) {
    const cookie = await signUp(server.url, `person-${number}@bench.test`, signal)
    requests.push({ method: 'GET', path: '/api/auth/get-session', headers: { Cookie: cookie } })
  }
  await checkSession(server.url, requests[0], signal)
  return { server, requests, stop: () => server.stop() }
}

/** A bad cookie is answered with 200 too. */
async function checkSession(url: string, request: LoadedRequest | undefined, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${url}/get-session`, { headers: { ...request?.headers }, signal })
  const session = (await response.json()) as { user?: object } | null
  if (!session?.user) throw new Error('better-auth: nobody is logged in')
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
