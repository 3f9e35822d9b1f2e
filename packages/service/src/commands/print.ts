import { once } from 'node:events'
// Importing `styleText` by name would fail on an old Node before it can report that it is too old.
import util from 'node:util'
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

/** A colour of text. */
export type Color = Parameters<typeof util.styleText>[0]

/** Escapes a line of text like `printLines`, and colours it if stdout is a terminal with colours. */
export function colored(color: Color, line: string): string {
  const text = escapeInvisible(line)
  return process.stdout.isTTY && process.stdout.hasColors() ? util.styleText(color, text) : text
}

/** Formats JSON as one line for stdout. */
export function jsonLine(output: unknown): string {
  return escapeInvisibleInJson(JSON.stringify(output))
}

/** Writes escaped lines to stdout, and waits until it accepts more: a long output must not fill the memory. */
export async function writeLines(lines: readonly string[]): Promise<void> {
  if (!process.stdout.write(lines.map((line) => `${line}\n`).join(''))) await once(process.stdout, 'drain')
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
  else printLines(formatLines(output))
}

/** Formats a list as a table, and an object as one line per member. */
export function formatLines(output: unknown): string[] {
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
