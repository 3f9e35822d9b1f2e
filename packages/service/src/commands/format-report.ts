import type { applyReportOnTheWire, ImportReport } from '@plinth/config-transfer'
import { formatLines } from './print.js'

/** Formats the report of an import for people: the result, a table of counts, and every listed error. */
export function formatReport({ message, results, ...passwords }: ImportReport): string[] {
  const rows = Object.keys(results.imported)
    .map((table) => ({ table, imported: results.imported[table] ?? 0, skipped: results.skipped[table] ?? 0 }))
    .filter(({ imported, skipped }) => imported + skipped > 0)
  const errors = Object.entries(results.errors).flatMap(([table, lines]) => lines.map((line) => withTable(table, line)))
  return paragraphs([[message], rows.length > 0 ? formatLines(rows) : [], errors, ...formatPasswords(passwords)])
}

/** Formats the report of an applied plan for people. */
export function formatApplyReport({
  message,
  snapshot,
  ...passwords
}: ReturnType<typeof applyReportOnTheWire>): string[] {
  return paragraphs([
    snapshot === undefined
      ? [message]
      : [message, `To undo this, except for new users and roles: plinth config rollback ${snapshot}`],
    ...formatPasswords(passwords),
  ])
}

function formatPasswords({
  default_password: password,
  cannot_log_in: passwordlessCount,
}: Pick<ImportReport, 'default_password' | 'cannot_log_in'>): string[][] {
  const withPassword = password === undefined ? [] : [`The new users have the password ${password}, ${PASSWORD_HINT}`]
  const withoutPassword =
    passwordlessCount === undefined ? [] : [`${passwordlessCount} new users have no password, ${NO_PASSWORD_HINT}`]
  return [withPassword, withoutPassword]
}

const paragraphs = (parts: readonly string[][]) =>
  parts.filter((lines) => lines.length > 0).flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))

const PASSWORD_HINT =
  'which they must change at their first login: plinth users list shows who has not. It is not shown again. ' +
  'All of them have the same one, so give users of level 0 and 1 a code instead: plinth users code.'
const NO_PASSWORD_HINT =
  'and cannot log in until they get one: plinth users list shows them, and plinth users set-password sets a password.'

/** Prefixes an error with its table, unless the error concerns the whole table and already names it. */
const withTable = (table: string, line: string) => (line.startsWith(`${table}: `) ? line : `${table}: ${line}`)
