import type { LogFormat } from '@plinth/kernel/composition'
import { lineFor } from './log-lines.js'

/** bunyan's number of a warning; errors are above it. */
const WARNING = 40

/**
 * What becomes of the log of an embedding host that says nothing about it: warnings and errors on stderr, a line each.
 */
export function writeWarnings(format: LogFormat | undefined): (line: string) => void {
  const formatted = lineFor(process.stderr, format)
  return (line) => {
    const { level } = JSON.parse(line) as { level: number }
    if (level >= WARNING) process.stderr.write(`${formatted(line.trimEnd())}\n`)
  }
}
