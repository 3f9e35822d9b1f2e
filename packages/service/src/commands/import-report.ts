import type { ImportReport } from '@plinth/config-transfer'
import { readable } from './print.js'

/** The report of an import for people: what came of it, table by table, and every error that is listed. */
export function reportInWords({ message, results }: ImportReport): string {
  const rows = Object.keys(results.imported)
    .map((table) => ({ table, imported: results.imported[table] ?? 0, skipped: results.skipped[table] ?? 0 }))
    .filter(({ imported, skipped }) => imported + skipped > 0)
  const errors = Object.entries(results.errors).flatMap(([table, lines]) => lines.map((line) => named(table, line)))
  const parts = [message, rows.length > 0 ? readable(rows) : '', errors.join('\n')]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** What is wrong with a table as a whole names it already. */
const named = (table: string, line: string) => (line.startsWith(`${table}: `) ? line : `${table}: ${line}`)
