import type { LoadGenerator, LoadRequest } from './load-generator.js'
import { median } from './median.js'
import { cpuSecondsOf } from './process-status.js'

/** Concurrent connections per turn. */
const CONNECTIONS = 32

/** A server, and the requests that it receives. */
export interface Target {
  readonly server: { readonly url: string; readonly pid: number | undefined }
  readonly requests: readonly LoadRequest[]
  /** Prepares the server before each turn. */
  readonly prepare?: () => Promise<void>
}

/** The result of one turn. */
export interface Turn {
  readonly perSecond: number
  /** NaN if the OS does not report CPU times. */
  readonly cpuMicrosPerRequest: number
}

export interface Schedule {
  readonly rounds: number
  /** Duration of one turn. */
  readonly seconds: number
}

/** Loads the targets in turn, once per round. Returns the turns of each, without those of the warm-up round. */
export async function takeTurns(
  generator: LoadGenerator,
  targets: readonly Target[],
  { rounds, seconds }: Schedule,
): Promise<Turn[][]> {
  const turns: Turn[][] = targets.map(() => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, target] of targets.entries()) {
      const turn = await takeTurn(generator, target, seconds)
      if (round > 0) turns[index]?.push(turn)
    }
  }
  return turns
}

async function takeTurn(
  generator: LoadGenerator,
  { server, requests, prepare }: Target,
  seconds: number,
): Promise<Turn> {
  await prepare?.()
  const cpuBefore = await cpuSecondsOf(server.pid)
  const result = await generator.run({ url: new URL(server.url).origin, connections: CONNECTIONS, seconds, requests })
  const cpuSeconds = (await cpuSecondsOf(server.pid)) - cpuBefore
  return {
    perSecond: result.responses / result.seconds,
    cpuMicrosPerRequest: (cpuSeconds * 1e6) / result.responses,
  }
}

/** The service compared with a baseline. */
export interface Ratio {
  /** The median over the rounds of our rate ÷ the baseline's rate. */
  readonly value: number
  readonly unit: string
  /** How it was measured. */
  readonly note: string
  /** The baseline's CPU time per request ÷ that of the service. */
  readonly steadyRatio: number
}

export function ratioOf(ourTurns: readonly Turn[], baselineTurns: readonly Turn[]): Ratio {
  const ratios = ourTurns.map(({ perSecond }, round) => perSecond / (baselineTurns[round]?.perSecond ?? Number.NaN))
  const both = [ourTurns, baselineTurns]
  const rates = both.map((turns) => `${median(turns.map(({ perSecond }) => perSecond)).toFixed(0)}/s`)
  const [ourMicros = Number.NaN, baselineMicros = Number.NaN] = both.map((turns) =>
    median(turns.map(({ cpuMicrosPerRequest }) => cpuMicrosPerRequest)),
  )
  const steadyRatio = baselineMicros / ourMicros
  const quotient = `${baselineMicros.toFixed(0)} ÷ ${ourMicros.toFixed(0)} µs per request`
  const note = `median of ${ratios.length}: ${rates.join(' ÷ ')}; by CPU time ${steadyRatio.toFixed(2)}: ${quotient}`
  return { value: median(ratios), unit: '×', note, steadyRatio }
}
