import { visible, visibleJson } from '../visible-text.js'

/**
 * Prints lines for people on stdout. Every command does so by this: what others wrote shows, and is not obeyed by the
 * terminal.
 */
export function printLines(lines: readonly string[]): void {
  console.log(lines.map(visible).join('\n'))
}

/** Prints JSON for programs on stdout. */
export function printJson(output: unknown): void {
  console.log(visibleJson(JSON.stringify(output, null, 2)))
}

/** Tells people something on stderr, as one line. */
export function complain(text: string): void {
  console.error(visible(text))
}

/** Tells people on stderr what must not reach a log, in lines of its own. */
export function announce(text: string): void {
  for (const line of text.split('\n')) complain(line)
}

/** What a command shows, as a table for people or, with `--json`, for programs. */
export function print(output: unknown, { json = false }: { json?: boolean | undefined } = {}): void {
  if (json) printJson(output)
  else printLines(readable(output))
}

/** A list as the lines of a table, anything else as a line for each of its members. */
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

/** What there is none of is told as that, by the name of the member; anything else as `-`. */
const NONE: Readonly<Record<string, string>> = { expires_at: 'never' }

/** As it is shown, so that columns are as wide as that. */
const cell = (value: unknown, name: string) =>
  value === null || value === undefined ? (NONE[name] ?? '-') : visible(String(value))
