/** A measured figure and its bounds. */
export interface Figure {
  readonly database: string
  /** What was measured, such as `GET own user ÷ memory`. */
  readonly what: string
  readonly value: number
  readonly unit: string
  /** Upper bound; a figure without bounds is informational. */
  readonly max?: number
  /** Lower bound. */
  readonly min?: number
  /**
   * What the baseline takes ÷ what Plinth takes, of CPU time or memory, which other processes hardly affect. Higher is
   * better. `check` compares it with the recorded ratio. NaN if the OS does not report it.
   */
  readonly steadyRatio?: number
  /** How it was measured. */
  readonly note?: string
}

/** Returns a Markdown table that is aligned for terminals. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.database,
    figure.what,
    `${rounded(figure.value)} ${figure.unit}`.trim(),
    boundOf(figure),
    verdict(figure),
    figure.note ?? '',
  ])
  const all = [['database', 'what', 'figure', 'goal', '', 'note'], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(all[0] ?? []), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join(
    '\n',
  )
}

function boundOf({ max, min }: Figure): string {
  if (min !== undefined) return `≥ ${min}`
  return max === undefined ? '' : `≤ ${max}`
}

function verdict({ value, max, min }: Figure): string {
  if (max === undefined && min === undefined) return ''
  return value <= (max ?? value) && value >= (min ?? value) ? 'ok' : 'missed'
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
