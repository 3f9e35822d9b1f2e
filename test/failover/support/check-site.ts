import { expect } from 'chai'
import { checkConsistency } from '../../faults/support/check-consistency.js'
import { inspect } from '../../faults/support/inspect.js'
import { FIRST_PASSWORD, SECOND_PASSWORD } from './caller.js'
import type { Outcome } from './outcome.js'
import type { Records, Write } from './records.js'
import type { Site } from './site.js'

/** Number of bad responses in the message of a failure. */
const SHOWN = 10

interface Period {
  /** URL of the database on the primary. */
  readonly url: string
  /** When the load began, by `performance.now()`. */
  readonly begunAt: number
  /** Users whose signup was acknowledged since then. */
  readonly users: readonly string[]
}

/**
 * Compares the database and both replicas with what was acknowledged. Fails with a list of all differences, and of the
 * responses that were neither expected nor a proper refusal.
 */
export async function checkSite(site: Site, { url, begunAt, users }: Period): Promise<void> {
  await site.settle()
  const { records, services } = site
  expect(services.map(({ hasEnded }) => hasEnded)).to.deep.equal([false, false])
  const bad = badOutcomes(site, begunAt)
  expect(bad.slice(0, SHOWN).join('\n'), `${bad.length} bad responses; ${site.proxy.output}`).to.equal('')
  await checkConsistency({ database: { url }, ledger: records.ledger, running: services, services })
  expect(await passwordProblems(site, users)).to.deep.equal([])
  expect(await trailProblems(records, url)).to.deep.equal([])
}

/** Returns the responses that nobody may get, with what the replicas have logged about them. */
function badOutcomes({ records, services }: Site, begunAt: number): string[] {
  const lines = services.flatMap(({ logLines }) => logLines)
  const isBad = ({ kind, call }: Outcome) =>
    kind === 'wrong' || kind === 'unknown' || (call === 'GET /health/live' && kind !== 'expected')
  const outcomes = records.outcomesBetween(begunAt, performance.now())
  return outcomes.filter(isBad).map(({ call, kind, response }) => {
    const id = response.split(' ').at(-1) ?? ''
    return [`${call}: ${kind}: ${response}`, ...lines.filter((line) => line.includes(id))].join('\n')
  })
}

/** Exactly one password must be valid: the second after an acknowledged change, either after one of unknown outcome. */
async function passwordProblems(
  { records, replicaCallers: [one, other] }: Site,
  users: readonly string[],
): Promise<string[]> {
  const problems: string[] = []
  for (const [index, username] of users.entries()) {
    const caller = index % 2 === 0 ? one : other
    const isFirstValid = await caller.isPassword(username, FIRST_PASSWORD)
    const isSecondValid = await caller.isPassword(username, SECOND_PASSWORD)
    const change = records.passwordChangeOf(username)
    const isUnknown = change?.isAcknowledged === false
    const isRight = isFirstValid !== isSecondValid && (isUnknown || isSecondValid === (change !== undefined))
    if (!isRight)
      problems.push(`${username}: change: ${change?.isAcknowledged}, valid passwords: ${[isFirstValid, isSecondValid]}`)
  }
  return problems
}

/** Each acknowledged write must have one event, and each that was not acknowledged at most one. */
async function trailProblems({ writes }: Records, url: string): Promise<string[]> {
  const rows = await inspect({ url }, (inspection) =>
    inspection.rows(
      "SELECT event, target, count(*) FROM plinth_audit_events WHERE result = 'done' GROUP BY event, target",
    ),
  )
  const counts = new Map(rows.map(({ event, target, count }) => [`${event} of ${target}`, Number(count)]))
  return [...grouped(writes)].flatMap(([name, all]) => {
    const acknowledged = all.filter(({ isAcknowledged }) => isAcknowledged).length
    const count = counts.get(name) ?? 0
    const isRight = count >= acknowledged && count <= all.length
    return isRight ? [] : [`${name}: ${count} events of ${acknowledged} to ${all.length} writes`]
  })
}

function grouped(writes: readonly Write[]): Map<string, Write[]> {
  const groups = new Map<string, Write[]>()
  for (const write of writes) {
    const name = `${write.event} of ${write.target}`
    groups.set(name, [...(groups.get(name) ?? []), write])
  }
  return groups
}
