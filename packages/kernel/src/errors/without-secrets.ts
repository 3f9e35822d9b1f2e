import { basename } from 'node:path'
import { PluginFault } from './plugin-fault.js'

interface LoggableError {
  readonly name: string
  readonly code?: string
  readonly thrown_at?: string
  readonly fault?: string
}

/**
 * Returns the parts of an unexpected error that may be logged: its name, its code, and the function and line that threw
 * it. The message is left out, because drivers put SQL and values there, and validators the rejected password. Only the
 * message of a `PluginFault` is included, with the name, code and line of its cause.
 */
export function withoutSecrets(error: unknown): LoggableError {
  if (!(error instanceof PluginFault)) return withoutMessage(error)
  return { ...withoutMessage('cause' in error ? error.cause : error), fault: error.message }
}

function withoutMessage(error: unknown): LoggableError {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const frame = firstOwnFrame(error)
  return { name: error.name, ...(code && { code }), ...(frame && { thrown_at: frame }) }
}

/** Returns the first stack frame outside libraries, such as `TptService.issue (tpt-service.js:42)`. */
function firstOwnFrame(error: Error): string | undefined {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const frame = frames.find((line) => !/node_modules|node:/.test(line)) ?? frames[0]
  const match = frame?.match(/at (?:async )?(?:(\S+) \()?(?:file:\/\/)?([^()]+?):(\d+):\d+\)?$/)
  if (!match) return undefined
  const [, functionName, file = '', line] = match
  return functionName ? `${functionName} (${basename(file)}:${line})` : `${basename(file)}:${line}`
}
