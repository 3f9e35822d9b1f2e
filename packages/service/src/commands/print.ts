import { escapeInvisible, escapeInvisibleInJson } from '../escape-invisible.js'

/**
 * Prints lines of text on stdout. Every command uses this function, because it escapes control characters in user data,
 * which the terminal would interpret.
 */
export function printLines(lines: readonly string[]): void {
  console.log(lines.map(escapeInvisible).join('\n'))
}

/** Prints JSON on stdout. */
export function printJson(output: unknown): void {
  console.log(escapeInvisibleInJson(JSON.stringify(output, null, 2)))
}

/** Writes one line of text to stderr. */
export function writeStderr(text: string): void {
  console.error(escapeInvisible(text))
}

/** Writes text line by line to stderr. For text that must not be logged, such as a generated password. */
export function announce(text: string): void {
  for (const line of text.split('\n')) writeStderr(line)
}

/** Prints the output of a command: as text or, with `--json`, as JSON. */
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
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
  return lines.map((line) =>
    line
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Text shown for a missing value, by column; `-` by default. */
const MISSING_VALUES: Readonly<Record<string, string>> = { expires_at: 'never' }

/** Formats a value with control characters escaped, so that column widths match the output. */
const cell = (value: unknown, name: string) =>
  value === null || value === undefined ? (MISSING_VALUES[name] ?? '-') : escapeInvisible(String(value))
