import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import type { Kernel } from '@plinth/kernel'
import { withoutSecrets } from '@plinth/kernel/tools'
import { socketBeside, takeTasks } from '../administration/task-socket.js'
import { meantVariable, readEnvironment, unknownVariables } from '../environment/read-environment.js'
import { lineFor } from '../log-lines.js'
import type { PlinthSettings } from '../plinth-settings.js'
import { type StandardServices, standardPlugins } from '../standard-plugins.js'
import { leaveSignals } from './early-signals.js'
import { linesTogether } from './lines-together.js'
import { plinthFromEnvironment } from './plinth-from-environment.js'
import { announce, complain } from './print.js'

/** How long in ms stopping may take before the process ends all the same. */
const STOP_TIMEOUT_MS = 10_000
/** A second signal within so many ms is the same one: npm hands on what the terminal has sent already. */
const ONE_SIGNAL = 1_000

/** `plinth serve`: runs the service until it is told to stop. */
export async function serve(): Promise<void> {
  const { logFormat } = readEnvironment(process.env, standardPlugins) as PlinthSettings
  const lineForStdout = lineFor(process.stdout, logFormat)
  const writeLines = linesTogether(writeBounded)
  const writeLog = (line: string) => writeLines(lineForStdout(line))
  process.stdout.once('error', ({ code }: { code?: string }) => {
    process.stdout.on('error', () => {})
    complain(`The log cannot be written to stdout any more (${code}). Plinth goes on.`)
  })
  const plinth = plinthFromEnvironment({ writeLog, announce })
  const signals = stopOnSignals(plinth, writeLog)
  endOnFaults(writeLog)

  const place = await plinth.listen().catch((error) => {
    if (!signals.isStopping) throw error
  })
  if (!place || signals.isStopping) return
  keepNewObjectsYoung()
  const socket = await openSocket(plinth, writeLog)
  signals.onStop = () => void socket?.close()
  if (signals.isStopping) return signals.onStop()
  const url = urlOf(place)
  tell(writeLog, 30, `Plinth is listening on ${url}`)
  tell(writeLog, 30, `The interface to read and try is at ${url}/docs`)
  for (const name of unknownVariables(process.env, standardPlugins)) {
    tell(writeLog, 40, `${name} is no setting of Plinth; is it misspelt?${meantVariable(name, standardPlugins)}`)
  }
}

/** Bytes of the log that may wait for whoever reads stdout. */
const MAX_LOG_BYTES_WAITING = 16 * 2 ** 20
let droppedLines = 0

/** Drops what nobody reads: a collector that stands still must not fill the memory of a service that goes on. */
function writeBounded(text: string): void {
  if (process.stdout.writableLength > MAX_LOG_BYTES_WAITING) {
    droppedLines += text.split('\n').length - 1
    return
  }
  if (droppedLines > 0) complain(`${droppedLines} lines of the log were dropped: nobody read stdout.`)
  droppedLines = 0
  process.stdout.write(text)
}

/** Of the interface. */
function urlOf({ address, port }: AddressInfo): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}/api`
}

/**
 * V8 takes the first requests, whose objects fill the little memory that it begins with, for proof that such objects
 * live long, and makes all later ones where they are looked for only when that has grown. After the start, because V8
 * refuses what was compiled with other flags.
 */
function keepNewObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}

interface Signals {
  isStopping: boolean
  /** What else ends when the first signal has come. */
  onStop: () => void
}

/** For the command beside this service; on PostgreSQL the command works on the database itself. */
async function openSocket(
  plinth: Kernel<StandardServices>,
  writeLog: (line: string) => void,
): Promise<Server | undefined> {
  const path = socketBeside(plinth.services.kernelSettings)
  if (path === undefined) return undefined
  try {
    return (await takeTasks(path, plinth.services)).unref()
  } catch (error) {
    tell(writeLog, 40, 'The command plinth cannot work beside this service', { err: withoutSecrets(error) })
    return undefined
  }
}

/** How long in ms a process that has stopped may take to end by itself. */
const LINGER_MS = 200

function stopOnSignals(plinth: Kernel<StandardServices>, writeLog: (line: string) => void): Signals {
  const state: Signals = { isStopping: false, onStop: () => {} }
  let firstAt = 0
  const stop = () => {
    if (state.isStopping && performance.now() - firstAt < ONE_SIGNAL) return
    if (state.isStopping) process.exit(1) // whoever signals twice does not want to wait
    state.isStopping = true
    firstAt = performance.now()
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    tell(writeLog, 30, 'Plinth is stopping')
    state.onStop()
    void plinth.stop().then(() => {
      tell(writeLog, 30, 'Plinth has stopped')
      setTimeout(() => process.exit(), LINGER_MS).unref() // whatever a dead connection has left open
    })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  leaveSignals()
  return state
}

/**
 * After a fault that nobody has caught the state of the process is unknown: one line, and whoever runs it starts it
 * again.
 */
function endOnFaults(writeLog: (line: string) => void): void {
  const end = (error: unknown) => {
    tell(writeLog, 60, 'unexpected fault, ending', { err: withoutSecrets(error) })
    process.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}

/** A line like those of the kernel's log, which is not open before the start and after the stop. */
function tell(writeLog: (line: string) => void, level: number, msg: string, facts: object = {}): void {
  writeLog(
    JSON.stringify({
      name: 'plinth',
      hostname: hostname(),
      pid: process.pid,
      level,
      ...facts,
      msg,
      time: new Date(),
      v: 0,
    }),
  )
}
