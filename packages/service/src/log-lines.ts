import type { WriteStream } from 'node:tty'
import type { LogFormat } from '@plinth/kernel/composition'
import { readableLine } from './readable-line.js'

/**
 * A function that turns a JSON line of the log into a line for a stream: readable text on a terminal, unless `format`
 * says otherwise.
 */
export function lineFor(
  stream: Partial<WriteStream>,
  format: LogFormat = stream.isTTY ? 'text' : 'json',
): (line: string) => string {
  if (format === 'json') return (line) => line
  const hasColors = stream.hasColors?.() ?? false
  return (line) => readableLine(line, hasColors)
}
