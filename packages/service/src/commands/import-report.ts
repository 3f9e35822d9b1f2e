import type { ImportReport } from '@plinth/config-transfer'
import { readable } from './print.js'

/** The report of an import for people: what came of it, table by table, and every error that is listed. */
export function reportInWords({
  message,
  results,
  default_password: password,
  cannot_log_in: without,
}: ImportReport): string[] {
  const rows = Object.keys(results.imported)
    .map((table) => ({ table, imported: results.imported[table] ?? 0, skipped: results.skipped[table] ?? 0 }))
    .filter(({ imported, skipped }) => imported + skipped > 0)
  const errors = Object.entries(results.errors).flatMap(([table, lines]) => lines.map((line) => named(table, line)))
  const told = password === undefined ? [] : [`The new users have the password ${password}, ${OF_PASSWORD}`]
  const lacking = without === undefined ? [] : [`${without} new users have no password, ${OF_NONE}`]
  const parts = [[message], rows.length > 0 ? readable(rows) : [], errors, told, lacking]
  return parts.filter((lines) => lines.length > 0).flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]))
}

const OF_PASSWORD = 'which they must change first: plinth users list shows who has not. It is shown only now.'
const OF_NONE =
  'and cannot log in until somebody sets one: plinth users list shows who they are, plinth users set-password sets it.'

/** What is wrong with a table as a whole names it already. */
const named = (table: string, line: string) => (line.startsWith(`${table}: `) ? line : `${table}: ${line}`)
