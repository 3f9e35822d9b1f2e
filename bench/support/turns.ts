import type { LoadGenerator, LoadRequest } from './load-generator.js'
import { median } from './median.js'
import { cpuSecondsOf } from './process-status.js'

/** Connections of each load. */
const CONNECTIONS = 32

/** A server, and the requests that it receives. */
export interface Contestant {
  readonly server: { readonly url: string; readonly pid: number | undefined }
  readonly requests: readonly LoadRequest[]
  /** Prepares the server before each turn. */
  readonly prepare?: () => Promise<void>
}

/** The result of one turn. */
export interface Turn {
  readonly perSecond: number
  /** CPU time per request in µs; NaN if the OS does not report it. */
  readonly cpuTime: number
}

export interface Rounds {
  readonly rounds: number
  /** Duration of one turn. */
  readonly seconds: number
}

/** Loads the contestants in turns. Returns the turns of each, without the first round, which only warms up. */
export async function takeTurns(
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
  const before = await cpuSecondsOf(server.pid)
  const result = await generator.run({ url: new URL(server.url).origin, connections: CONNECTIONS, seconds, requests })
  const cpuTime = ((await cpuSecondsOf(server.pid)) - before) * 1e6
  return { perSecond: result.responses / result.seconds, cpuTime: cpuTime / result.responses }
}

/** The service compared with a baseline. */
export interface Ratio {
  /** The median of the ratios of the rates in each round. */
  readonly value: number
  readonly unit: string
  /** How it was measured. */
  readonly note: string
  /**
   * The baseline's CPU time per request ÷ that of the service; other processes hardly affect it. NaN if not reported.
   */
  readonly byCpuTime: number
}

export function ratioOf(ours: readonly Turn[], baselines: readonly Turn[]): Ratio {
  const ratios = ours.map(({ perSecond }, round) => perSecond / (baselines[round]?.perSecond ?? Number.NaN))
  const rates = [ours, baselines].map((turns) => `${median(turns.map(({ perSecond }) => perSecond)).toFixed(0)}/s`)
  const [cpuTime = Number.NaN, baselineCpuTime = Number.NaN] = [ours, baselines].map((turns) =>
    median(turns.map((turn) => turn.cpuTime)),
  )
  const byCpuTime = baselineCpuTime / cpuTime
  const quotient = `${baselineCpuTime.toFixed(0)} ÷ ${cpuTime.toFixed(0)} µs per request`
  const note = `median of ${ratios.length}: ${rates.join(' ÷ ')}; by CPU time ${byCpuTime.toFixed(2)}: ${quotient}`
  return { value: median(ratios), unit: '×', note, byCpuTime }
}
