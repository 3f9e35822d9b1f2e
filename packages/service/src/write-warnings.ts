/** bunyan's number of a warning; errors are above it. */
const WARNING = 40

/** What becomes of the log of an embedding host that says nothing about it: warnings and errors on stderr, a line each. */
export function writeWarnings(line: string): void {
  const { level } = JSON.parse(line) as { level: number }
  if (level >= WARNING) process.stderr.write(`${line.trimEnd()}\n`)
}
