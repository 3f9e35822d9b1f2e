import type { LoadedRequest, LoadGenerator } from './load-generator.js'
import { median } from './median.js'
import { workOf } from './process-status.js'

/** Connections of every load. */
const CONNECTIONS = 32

/** A server that answers, and what it is asked. */
export interface Contestant {
  readonly server: { readonly url: string; readonly pid: number | undefined }
  readonly requests: readonly LoadedRequest[]
  /** Brings the server into the state that is measured. */
  readonly prepare?: () => Promise<void>
}

/** How it went once. */
export interface Turn {
  readonly perSecond: number
  /** Microseconds of processors for a request; NaN where the system does not tell. */
  readonly work: number
}

export interface Rounds {
  readonly rounds: number
  /** Of one turn. */
  readonly seconds: number
}

/**
 * Loads each contestant in its turn, over and over, and returns their turns in order; the first round warms up and does
 * not count.
 */
export async function byTurns(
  generator: LoadGenerator,
  contestants: readonly Contestant[],
  { rounds, seconds }: Rounds,
): Promise<Turn[][]> {
  const turns: Turn[][] = contestants.map(() => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, contestant] of contestants.entries()) {
      const turn = await takeTurn(generator, contestant, seconds)
      if (round > 0) turns[index]?.push(turn)
    }
  }
  return turns
}

async function takeTurn(
  generator: LoadGenerator,
  { server, requests, prepare }: Contestant,
  seconds: number,
): Promise<Turn> {
  await prepare?.()
  const before = await workOf(server.pid)
  const result = await generator.run({ url: new URL(server.url).origin, connections: CONNECTIONS, seconds, requests })
  const work = ((await workOf(server.pid)) - before) * 1e6
  return { perSecond: result.answers / result.seconds, work: work / result.answers }
}

/** What one did beside another. */
export interface Ratio {
  /** The median of the rates by those of the other in the same round. */
  readonly value: number
  readonly unit: string
  /** How that came about. */
  readonly note: string
  /**
   * The same of the work for a request, the less the more; NaN where the system does not tell. Other processes disturb
   * it least.
   */
  readonly byWork: number
}

export function ratioOf(ours: readonly Turn[], limits: readonly Turn[]): Ratio {
  const ratios = ours.map(({ perSecond }, round) => perSecond / (limits[round]?.perSecond ?? Number.NaN))
  const rates = [ours, limits].map((turns) => `${median(turns.map(({ perSecond }) => perSecond)).toFixed(0)}/s`)
  const [work = Number.NaN, limitWork = Number.NaN] = [ours, limits].map((turns) =>
    median(turns.map((turn) => turn.work)),
  )
  const byWork = limitWork / work
  const works = `${byWork.toFixed(2)} by processor time: ${work.toFixed(0)} ÷ ${limitWork.toFixed(0)} µs a request`
  const note = `median of ${ratios.length}: ${rates.join(' ÷ ')}; ${works}`
  return { value: median(ratios), unit: '×', note, byWork }
}
