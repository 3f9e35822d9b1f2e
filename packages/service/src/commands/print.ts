/** What a command shows, as a table for people or, with `--json`, for programs. */
export function print(output: unknown, { json = false }: { json?: boolean | undefined } = {}): void {
  console.log(json ? JSON.stringify(output, null, 2) : readable(output))
}

/** A list as a table, anything else as a line for each of its members. */
export function readable(output: unknown): string {
  if (Array.isArray(output)) return output.length === 0 ? 'None.' : table(output)
  return Object.entries(output as object)
    .map(([name, value]) => `${name}: ${cell(value)}`)
    .join('\n')
}

function table(rows: readonly Record<string, unknown>[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const cell = (value: unknown) => (value === null || value === undefined ? '-' : String(value))
