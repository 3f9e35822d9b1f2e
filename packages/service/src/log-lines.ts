import type { WriteStream } from 'node:tty'
import type { LogFormat } from '@plinth/kernel/composition'
import { readableLine } from './readable-line.js'

/**
 * What makes of a line of the log, which is JSON, the line for a stream: text for people on a terminal, unless told
 * otherwise.
 */
export function lineFor(
  stream: Partial<WriteStream>,
  format: LogFormat = stream.isTTY ? 'text' : 'json',
): (line: string) => string {
  if (format === 'json') return (line) => line
  const hasColors = stream.hasColors?.() ?? false
  return (line) => readableLine(line, hasColors)
}
