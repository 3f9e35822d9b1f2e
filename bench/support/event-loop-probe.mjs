// Preloaded by the service: on SIGUSR2 writes the longest stall of its event loop since the previous SIGUSR2, in ms.
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION = 5
const file = process.env.BENCH_EVENT_LOOP_FILE
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION })
histogram.enable()

process.on('SIGUSR2', () => {
  const longest = Math.max(0, histogram.max / 1e6 - RESOLUTION)
  histogram.reset()
  writeFileSync(`${file}.part`, String(longest))
  renameSync(`${file}.part`, file)
})
