import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import type { Kernel } from '@plinth/kernel'
import { withoutSecrets } from '@plinth/kernel/tools'
import { listenForTasks, taskSocketPath } from '../administration/task-socket.js'
import { readEnvironment, suggestVariable, unknownVariables } from '../environment/read-environment.js'
import { lineFormatter } from '../line-formatter.js'
import type { PlinthSettings } from '../plinth-settings.js'
import { type StandardServices, standardPlugins } from '../standard-plugins.js'
import { batchLines } from './batch-lines.js'
import { removeEarlyHandlers } from './early-signals.js'
import { plinthFromEnvironment } from './plinth-from-environment.js'
import { announce, writeStderr } from './print.js'

/** Maximum time in ms for a graceful stop, after which the process exits. */
const STOP_TIMEOUT_MS = 10_000
/** A second signal within this time in ms is a duplicate: npm forwards signals that this process also receives. */
const DUPLICATE_SIGNAL_MS = 1_000

/** Levels of bunyan, which writes the log of the kernel. */
const LEVELS = { info: 30, warning: 40, fatal: 60 } as const

/** `plinth serve`: runs the service until SIGTERM or SIGINT. */
export async function serve(): Promise<void> {
  const { logFormat } = readEnvironment(process.env, standardPlugins) as PlinthSettings
  const lineForStdout = lineFormatter(process.stdout, logFormat)
  const writeLines = batchLines(writeBounded)
  const writeLog = (line: string) => writeLines(lineForStdout(line))
  process.stdout.once('error', ({ code }: { code?: string }) => {
    process.stdout.on('error', () => {})
    writeStderr(`The log can no longer be written to stdout (${code}). Plinth keeps running.`)
  })
  const plinth = plinthFromEnvironment({ writeLog, announce })
  const signals = stopOnSignals(plinth, writeLog)
  exitOnUncaughtErrors(writeLog)

  const address = await plinth.listen().catch((error) => {
    if (!signals.isStopping) throw error
  })
  if (!address || signals.isStopping) return
  disablePretenuring()
  const socket = await openSocket(plinth, writeLog)
  signals.onStop = () => void socket?.close()
  if (signals.isStopping) return signals.onStop()
  const url = urlOf(address)
  logLine(writeLog, LEVELS.info, `Plinth is listening on ${url}`)
  for (const [title, path] of PAGES) {
    if (plinth.routes.some((route) => route.path === path)) logLine(writeLog, LEVELS.info, `${title}: ${url}${path}`)
  }
  for (const name of unknownVariables(process.env, standardPlugins)) {
    logLine(
      writeLog,
      LEVELS.warning,
      `${name} is not a setting of Plinth. Is it misspelt?${suggestVariable(name, standardPlugins)}`,
    )
  }
}

/** Pages whose addresses are logged at the start, if they are served. */
const PAGES = [
  ['Console', '/console'],
  ['API page', '/docs'],
] as const

/** Maximum bytes of log that are buffered while stdout is not read. */
const MAX_BUFFERED_LOG_BYTES = 16 * 2 ** 20
let droppedLines = 0

/** Writes to stdout, or drops the text if the buffer is full: a stalled log collector must not exhaust memory. */
function writeBounded(text: string): void {
  if (process.stdout.writableLength > MAX_BUFFERED_LOG_BYTES) {
    droppedLines += text.split('\n').length - 1
    return
  }
  if (droppedLines > 0) writeStderr(`${droppedLines} log lines were dropped, because nothing was reading stdout.`)
  droppedLines = 0
  process.stdout.write(text)
}

/** Returns the base URL of the REST API. */
function urlOf({ address, port }: AddressInfo): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}/api`
}

/**
 * Turns off V8's allocation-site pretenuring. The first requests fill the small initial heap, so V8 would assume that
 * their objects live long, and would allocate later ones in the old generation, which is rarely collected. Called after
 * the start, because V8 rejects cached code that was compiled with other flags.
 */
function disablePretenuring(): void {
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
  const path = taskSocketPath(plinth.services.kernelSettings)
  if (path === undefined) return undefined
  try {
    return (await listenForTasks(path, plinth.services)).unref()
  } catch (error) {
    const message = 'The socket for the plinth command could not be opened; restart the service to retry'
    logLine(writeLog, LEVELS.warning, message, { err: withoutSecrets(error) })
    return undefined
  }
}

/** Time in ms within which the process should exit by itself after the service has stopped. */
const EXIT_TIMEOUT_MS = 200

function stopOnSignals(plinth: Kernel<StandardServices>, writeLog: (line: string) => void): Signals {
  const state: Signals = { isStopping: false, onStop: () => {} }
  let firstSignalAt = 0
  const stop = () => {
    if (state.isStopping && performance.now() - firstSignalAt < DUPLICATE_SIGNAL_MS) return
    if (state.isStopping) process.exit(1) // a second signal forces the exit
    state.isStopping = true
    firstSignalAt = performance.now()
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    logLine(writeLog, LEVELS.info, 'Plinth is stopping')
    state.onStop()
    void plinth.stop().then(() => {
      logLine(writeLog, LEVELS.info, 'Plinth has stopped')
      setTimeout(() => process.exit(), EXIT_TIMEOUT_MS).unref() // a broken connection may have left handles open
    })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  removeEarlyHandlers()
  return state
}

/**
 * Logs an uncaught error and exits, because the state of the process is unknown. A supervisor is expected to restart
 * it.
 */
function exitOnUncaughtErrors(writeLog: (line: string) => void): void {
  const exit = (error: unknown) => {
    logLine(writeLog, LEVELS.fatal, 'unexpected error; exiting', { err: withoutSecrets(error) })
    process.exit(1)
  }
  process.on('uncaughtException', exit)
  process.on('unhandledRejection', exit)
}

/** Writes a line in the format of the kernel's log, which is open only between the start and the stop. */
function logLine(writeLog: (line: string) => void, level: number, msg: string, fields: object = {}): void {
  writeLog(
    JSON.stringify({
      name: 'plinth',
      hostname: hostname(),
      pid: process.pid,
      level,
      ...fields,
      msg,
      time: new Date(),
      v: 0,
    }),
  )
}
