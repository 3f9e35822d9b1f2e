import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { REPO_ROOT } from './child.js'
import type { Figure } from './figure.js'

/** Response times in ms. */
export interface Latencies {
  readonly count: number
  /** Numbers of failed requests, by status or error code. */
  readonly failures: Readonly<Record<string, number>>
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

/** The number of requests that did not get a 200, which must be 0. */
export function failuresFigure({ failures }: Latencies): Pick<Figure, 'value' | 'unit' | 'max' | 'note'> {
  const counts = Object.entries(failures)
  const value = counts.reduce((sum, [, count]) => sum + count, 0)
  return { value, unit: '', max: 0, note: counts.map(([reason, count]) => `${count} × ${reason}`).join(', ') }
}

/** The request that is sent every `intervalMs`. */
interface ProbedRequest {
  readonly url: string
  readonly key: string
  readonly signal: AbortSignal
  /** The default is 5. */
  readonly intervalMs?: number
  /** JSON that is sent with PUT. Without it, the requests are GET. */
  readonly body?: string
}

/** Sends requests from another process while `operation` runs. Returns the latencies. */
export async function latenciesDuring(
  { url, key, signal, intervalMs = 5, body }: ProbedRequest,
  operation: () => Promise<unknown>,
): Promise<Latencies> {
  const args = ['--import', 'tsx', 'bench/support/latency-probe.ts', url, key, String(intervalMs)]
  if (body !== undefined) args.push(body)
  const probe = spawn(process.execPath, args, { cwd: REPO_ROOT, signal, stdio: ['pipe', 'pipe', 'inherit'] })
  probe.on('error', () => {}) // emitted when the signal aborts
  const ended = once(probe, 'close')
  try {
    await once(probe.stdout, 'readable') // the probe has started
    await operation()
    probe.stdin.end()
    const latencies = (await json(probe.stdout)) as Latencies
    await ended
    return latencies
  } finally {
    probe.kill('SIGKILL')
  }
}
