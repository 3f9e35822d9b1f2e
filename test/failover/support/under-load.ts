import { expect } from 'chai'
import { checkSite } from './check-site.js'
import { Load } from './load.js'
import type { Site } from './site.js'

/** How long a replica may take to write again once it could. This is a promise of Plinth, not of the tests. */
const RECOVERY_LIMIT_MS = 2_000
/** Number of rounds of the load that must succeed before and after an event. */
const ROUNDS = 12

/**
 * Lets an event happen to a site under load, and requires that rounds of the load succeed before and after it. Then
 * checks what has become of all that was acknowledged. `url` is the database on the server that is the primary in the
 * end.
 */
export async function underLoad(site: Site, prefix: string, url: string, event: () => Promise<void>): Promise<void> {
  const begunAt = performance.now()
  const load = new Load(site, prefix).begin()
  try {
    await load.progress(ROUNDS)
    await event()
    await load.progress(ROUNDS)
  } finally {
    await load.end()
  }
  await checkSite(site, { url, begunAt, users: load.users })
}

/** Waits until both replicas write. Fails if one takes too long, counted from `since`, by `performance.now()`. */
export async function expectRecovery(site: Site, since: number): Promise<void> {
  const times = await site.recoveryTimes(since)
  console.log(`      first writes after ${times.map((time) => `${Math.round(time)} ms`).join(' and ')}`)
  for (const time of times) expect(time, 'ms until a replica had recovered').to.be.below(RECOVERY_LIMIT_MS)
}
