import type { WriteStream } from 'node:tty'
import type { LogFormat } from '@plinth/kernel/composition'
import { readableLine } from './readable-line.js'

/** Returns a function that formats JSON log lines for a stream. Default: as readable text if it is a terminal. */
export function lineFormatter(
  stream: Partial<WriteStream>,
  format: LogFormat = stream.isTTY ? 'text' : 'json',
): (line: string) => string {
  if (format === 'json') return (line) => line
  const hasColors = stream.hasColors?.() ?? false
  return (line) => readableLine(line, hasColors)
}
