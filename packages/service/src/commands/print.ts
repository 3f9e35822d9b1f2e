import { visible, visibleJson } from '../visible-text.js'

/**
 * Prints lines for people on stdout. Every command uses this function, which escapes control characters in user data,
 * so that the terminal does not interpret them.
 */
export function printLines(lines: readonly string[]): void {
  console.log(lines.map(visible).join('\n'))
}

/** Prints JSON for programs on stdout. */
export function printJson(output: unknown): void {
  console.log(visibleJson(JSON.stringify(output, null, 2)))
}

/** Writes one line for people to stderr. */
export function writeStderr(text: string): void {
  console.error(visible(text))
}

/** Writes text that must not appear in the log to stderr, line by line. */
export function announce(text: string): void {
  for (const line of text.split('\n')) writeStderr(line)
}

/** Prints the output of a command: as text for people or, with `--json`, as JSON for programs. */
export function print(output: unknown, { json = false }: { json?: boolean | undefined } = {}): void {
  if (json) printJson(output)
  else printLines(readable(output))
}

/** Formats a list as a table, and an object as one line per member. */
export function readable(output: unknown): string[] {
  if (Array.isArray(output)) return output.length === 0 ? ['None.'] : table(output)
  return Object.entries(output as object).map(([name, value]) => `${name}: ${cell(value, name)}`)
}

function table(rows: readonly Record<string, unknown>[]): string[] {
  const columns = Object.keys(rows[0] ?? {})
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column], column)))]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  return lines.map((line) =>
    line
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Text shown for a missing value, by column; `-` by default. */
const MISSING_VALUES: Readonly<Record<string, string>> = { expires_at: 'never' }

/** Formats a value with control characters escaped, so that column widths match the output. */
const cell = (value: unknown, name: string) =>
  value === null || value === undefined ? (MISSING_VALUES[name] ?? '-') : visible(String(value))
