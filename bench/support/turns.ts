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

/** Loads each contestant in its turn, over and over, and returns their turns in order; the first round warms up and does not count. */
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

/** The median of what one did by what the other did in the same round, and how that came about. */
export function ratioOf(ours: readonly Turn[], limits: readonly Turn[]): { value: number; unit: string; note: string } {
  const ratios = ours.map(({ perSecond }, round) => perSecond / (limits[round]?.perSecond ?? Number.NaN))
  const rates = [ours, limits].map((turns) => `${median(turns.map(({ perSecond }) => perSecond)).toFixed(0)}/s`)
  const works = [ours, limits].map((turns) => median(turns.map(({ work }) => work)).toFixed(0))
  const note = `median of ${ratios.length}: ${rates.join(' ÷ ')}; ${works.join(' ÷ ')} µs of processors a request`
  return { value: median(ratios), unit: '×', note }
}
