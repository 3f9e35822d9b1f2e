/** One measured figure beside its goal. */
export interface Figure {
  readonly database: string
  readonly what: string
  readonly value: number
  readonly unit: string
  /** It must not be more than this; without a goal it only informs. */
  readonly goal?: number
  /** It must not be less than this. */
  readonly least?: number
  /** The same ratio by processor time, where it is one of rates. */
  readonly byWork?: number
  /** How it came about. */
  readonly note?: string
}

/** A Markdown table, which a terminal can show as well. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.database,
    figure.what,
    `${rounded(figure.value)} ${figure.unit}`.trim(),
    goalOf(figure),
    verdict(figure),
    figure.note ?? '',
  ])
  const all = [['database', 'what', 'figure', 'goal', '', 'how'], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(all[0] ?? []), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join(
    '\n',
  )
}

function goalOf({ goal, least }: Figure): string {
  if (least !== undefined) return `≥ ${least}`
  return goal === undefined ? '' : `≤ ${goal}`
}

function verdict({ value, goal, least }: Figure): string {
  if (goal === undefined && least === undefined) return ''
  return value <= (goal ?? value) && value >= (least ?? value) ? 'ok' : 'not'
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
