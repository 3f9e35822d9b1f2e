import type { LogFormat } from '@plinth/kernel/composition'
import { lineFormatter } from './line-formatter.js'

/** bunyan's level number of warnings; errors are higher. */
const WARNING = 40

/**
 * Returns the default log writer of an embedding host, which writes warnings and errors to stderr, one line each.
 */
export function writeWarnings(format: LogFormat | undefined): (line: string) => void {
  const formatted = lineFormatter(process.stderr, format)
  return (line) => {
    const { level } = JSON.parse(line) as { level: number }
    if (level >= WARNING) process.stderr.write(`${formatted(line.trimEnd())}\n`)
  }
}
