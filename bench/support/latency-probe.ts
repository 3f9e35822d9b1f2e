/**
 * `latency-probe.ts <url> <key> <interval> [<body>]`: sends a GET, or a PUT with that JSON, every `interval` ms until
 * its stdin ends. Prints the latencies in ms.
 */
import { Agent, request } from 'node:http'

const [url = '', key = '', interval = '', body] = process.argv.slice(2)
const intervalMs = Number(interval)
const options = {
  method: body === undefined ? 'GET' : 'PUT',
  headers: { 'X-API-KEY': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
  timeout: 30_000,
}
// `fifo` uses the connections in turn: the service might close one that is idle for long just when it is used again.
const agent = new Agent({ keepAlive: true, maxSockets: 64, scheduling: 'fifo' })
const latencies: number[] = []
const pending = new Set<Promise<void>>()
const failures: Record<string, number> = {}
let hasEnded = false

process.stdin.resume().once('end', () => {
  hasEnded = true
})

console.log() // reports that the probe has started
const start = performance.now()
for (let sent = 0; !hasEnded; ) {
  for (; start + sent * intervalMs <= performance.now(); sent += 1) {
    const call: Promise<void> = send().finally(() => pending.delete(call))
    pending.add(call)
  }
  await new Promise((resolve) => setTimeout(resolve, 1))
}
await Promise.all(pending)
agent.destroy()
latencies.sort((a, b) => a - b)
console.log(
  JSON.stringify({ count: latencies.length, failures, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }),
)

function send(): Promise<void> {
  const sentAt = performance.now()
  return new Promise((resolve) => {
    const fail = (reason: string) => {
      failures[reason] = (failures[reason] ?? 0) + 1
      resolve()
    }
    const call = request(url, { ...options, agent }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode !== 200) return fail(String(response.statusCode))
        latencies.push(performance.now() - sentAt)
        resolve()
      })
    })
    call.once('timeout', () => call.destroy(new Error('no response in 30 s')))
    call.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
    call.end(body)
  })
}

function at(share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
}
