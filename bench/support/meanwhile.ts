import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { REPO_ROOT } from './child.js'
import type { Figure } from './figure.js'

/** How long others waited for their answers, in ms. */
export interface Latencies {
  readonly count: number
  /** How many, by status or error code. */
  readonly failures: Readonly<Record<string, number>>
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

/** Others who got no answer, or none that says 200: none must. */
export function failuresFigure({ failures }: Latencies): Pick<Figure, 'value' | 'unit' | 'goal' | 'note'> {
  const counts = Object.entries(failures)
  const value = counts.reduce((sum, [, count]) => sum + count, 0)
  return { value, unit: '', goal: 0, note: counts.map(([reason, count]) => `${count} × ${reason}`).join(', ') }
}

/** Asks for a URL every 5 ms, from a process of its own, for as long as some work takes. */
export async function latenciesDuring(
  { url, key, signal }: { url: string; key: string; signal: AbortSignal },
  work: () => Promise<unknown>,
): Promise<Latencies> {
  const args = ['--import', 'tsx', 'bench/support/latency-probe.ts', url, key]
  const probe = spawn(process.execPath, args, { cwd: REPO_ROOT, signal, stdio: ['pipe', 'pipe', 'inherit'] })
  probe.on('error', () => {}) // aborted
  const ended = once(probe, 'close')
  try {
    await once(probe.stdout, 'readable') // it has begun
    await work()
    probe.stdin.end()
    const latencies = (await json(probe.stdout)) as Latencies
    await ended
    return latencies
  } finally {
    probe.kill('SIGKILL')
  }
}
