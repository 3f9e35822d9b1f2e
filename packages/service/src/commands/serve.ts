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
import { batchLines } from './batch-lines.js'
import { leaveSignals } from './early-signals.js'
import { plinthFromEnvironment } from './plinth-from-environment.js'
import { announce, writeStderr } from './print.js'

/** Maximum time in ms for a graceful stop, after which the process exits. */
const STOP_TIMEOUT_MS = 10_000
/** A second signal within this time in ms is a duplicate: npm forwards signals that the terminal sent to both. */
const DUPLICATE_SIGNAL_MS = 1_000

/** `plinth serve`: runs the service until SIGTERM or SIGINT. */
export async function serve(): Promise<void> {
  const { logFormat } = readEnvironment(process.env, standardPlugins) as PlinthSettings
  const lineForStdout = lineFor(process.stdout, logFormat)
  const writeLines = batchLines(writeBounded)
  const writeLog = (line: string) => writeLines(lineForStdout(line))
  process.stdout.once('error', ({ code }: { code?: string }) => {
    process.stdout.on('error', () => {})
    writeStderr(`The log cannot be written to stdout any more (${code}). Plinth keeps running.`)
  })
  const plinth = plinthFromEnvironment({ writeLog, announce })
  const signals = stopOnSignals(plinth, writeLog)
  endOnFaults(writeLog)

  const address = await plinth.listen().catch((error) => {
    if (!signals.isStopping) throw error
  })
  if (!address || signals.isStopping) return
  keepNewObjectsYoung()
  const socket = await openSocket(plinth, writeLog)
  signals.onStop = () => void socket?.close()
  if (signals.isStopping) return signals.onStop()
  const url = urlOf(address)
  tell(writeLog, 30, `Plinth is listening on ${url}`)
  tell(writeLog, 30, `The interface to read and try is at ${url}/docs`)
  for (const name of unknownVariables(process.env, standardPlugins)) {
    tell(writeLog, 40, `${name} is no setting of Plinth; is it misspelt?${meantVariable(name, standardPlugins)}`)
  }
}

/** Maximum bytes of log that are buffered while stdout is not read. */
const MAX_BUFFERED_LOG_BYTES = 16 * 2 ** 20
let droppedLines = 0

/** Writes to stdout, or drops the text if the buffer is full: a stalled log collector must not exhaust memory. */
function writeBounded(text: string): void {
  if (process.stdout.writableLength > MAX_BUFFERED_LOG_BYTES) {
    droppedLines += text.split('\n').length - 1
    return
  }
  if (droppedLines > 0) writeStderr(`${droppedLines} lines of the log were dropped: nobody read stdout.`)
  droppedLines = 0
  process.stdout.write(text)
}

/** Returns the base URL of the REST API. */
function urlOf({ address, port }: AddressInfo): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}/api`
}

/**
 * Turns off V8's allocation-site pretenuring. The first requests fill the small initial heap, so V8 assumes that their
 * objects live long and allocates later ones in the old generation, which is collected rarely. Called after the start,
 * because V8 rejects cached code that was compiled with other flags.
 */
function keepNewObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}

interface Signals {
  isStopping: boolean
  /** Called at the first signal. */
  onStop: () => void
}

/** Opens the socket for the `plinth` command. On PostgreSQL the command uses the database directly. */
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

/** Time in ms for the process to exit by itself after the service has stopped. */
const LINGER_MS = 200

function stopOnSignals(plinth: Kernel<StandardServices>, writeLog: (line: string) => void): Signals {
  const state: Signals = { isStopping: false, onStop: () => {} }
  let firstAt = 0
  const stop = () => {
    if (state.isStopping && performance.now() - firstAt < DUPLICATE_SIGNAL_MS) return
    if (state.isStopping) process.exit(1) // a second signal forces the exit
    state.isStopping = true
    firstAt = performance.now()
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    tell(writeLog, 30, 'Plinth is stopping')
    state.onStop()
    void plinth.stop().then(() => {
      tell(writeLog, 30, 'Plinth has stopped')
      setTimeout(() => process.exit(), LINGER_MS).unref() // a dead connection may have left handles open
    })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  leaveSignals()
  return state
}

/**
 * Logs an uncaught error and exits, because the state of the process is unknown. A supervisor is expected to restart
 * it.
 */
function endOnFaults(writeLog: (line: string) => void): void {
  const end = (error: unknown) => {
    tell(writeLog, 60, 'unexpected fault, ending', { err: withoutSecrets(error) })
    process.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}

/** Writes a line in the format of the kernel's log, which is not open before the start and after the stop. */
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
