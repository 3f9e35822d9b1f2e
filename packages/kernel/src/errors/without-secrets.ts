import { basename } from 'node:path'
import { PluginFault } from './plugin-fault.js'

interface TellableError {
  readonly name: string
  readonly code?: string
  readonly thrown_at?: string
  readonly fault?: string
}

/**
 * What may be told of an unexpected error in a log: its name, its code, and the function and line that threw it. Its
 * message stays out: drivers put SQL and values there, validators the password that they refused. Only the message of a
 * `PluginFault` is told, with the error that caused it.
 */
export function withoutSecrets(error: unknown): TellableError {
  if (!(error instanceof PluginFault)) return placeOf(error)
  return { ...placeOf('cause' in error ? error.cause : error), fault: error.message }
}

function placeOf(error: unknown): TellableError {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const place = firstOwnFrame(error)
  return { name: error.name, ...(code && { code }), ...(place && { thrown_at: place }) }
}

/** `TptService.issue (tpt-service.js:42)`: the function and file name of the first frame that is not a library's. */
function firstOwnFrame(error: Error): string | undefined {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const frame = frames.find((line) => !/node_modules|node:/.test(line)) ?? frames[0]
  const match = frame?.match(/at (?:async )?(?:(\S+) \()?(?:file:\/\/)?([^()]+?):(\d+):\d+\)?$/)
  if (!match) return undefined
  const [, caller, file = '', line] = match
  return caller ? `${caller} (${basename(file)}:${line})` : `${basename(file)}:${line}`
}
