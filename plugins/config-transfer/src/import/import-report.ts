import type { Refusal } from '../records/candidate.js'
import { isAdminLevel } from '../records/record-privilege.js'

/** Maximum number of refused, and of skipped, records that are listed per table; further ones are only counted. */
const MAX_LISTED = 1_000

/** What an import has done with each record. */
export interface ImportReport {
  /** Human-readable summary. */
  readonly message: string
  /** Numbers of records in all tables. */
  readonly summary: { readonly imported: number; readonly skipped: number; readonly errors: number }
  /** The same numbers by table; errors as lines instead, at most 1,000 per table. */
  readonly results: {
    readonly imported: Readonly<Record<string, number>>
    readonly skipped: Readonly<Record<string, number>>
    readonly errors: Readonly<Record<string, readonly string[]>>
  }
  /** The names of the skipped records by table, at most 1,000 of each; absent if none was skipped. */
  readonly skipped_records?: Readonly<Record<string, readonly string[]>>
  /** The password generated for the imported users, if any, who must change it. It is shown only here. */
  readonly default_password?: string
  /** Number of users imported without a password; they cannot log in until one is set. */
  readonly cannot_log_in?: number
}

/** The result of an import that was not interrupted. `refused`: `atomic` was set and a record failed. */
export type ImportResult = 'written' | 'dry-run' | 'refused'

/** An imported role or user, with its own event in the audit trail. */
export interface PrivilegedRecord {
  readonly name: string
  readonly level: number
}

/** Counts the records of one table by result. */
export class TableTally {
  imported = 0
  skipped = 0
  errors = 0
  readonly lines: string[] = []
  readonly skippedNames: string[] = []
  readonly privileged: PrivilegedRecord[] = []
  /** Number of records in `privileged` that are as privileged as an admin. */
  admins = 0

  /** Number of records processed. */
  get processed(): number {
    return this.imported + this.skipped + this.errors
  }

  /** Adds refusals in the order of the file. */
  refuse(refusals: readonly Refusal[]): void {
    for (const { line } of refusals.toSorted((one, other) => one.position - other.position)) this.addError(line)
  }

  addError(line: string): void {
    this.errors += 1
    if (this.lines.length < MAX_LISTED) this.lines.push(line)
  }

  /** Adds a record. Of those that are less privileged than an admin, it adds at most `MAX_LISTED`. */
  addPrivileged(record: PrivilegedRecord): void {
    if (isAdminLevel(record.level)) this.admins += 1
    else if (this.privileged.length - this.admins >= MAX_LISTED) return
    this.privileged.push(record)
  }

  skip(name: string): void {
    this.skipped += 1
    if (this.skippedNames.length < MAX_LISTED) this.skippedNames.push(name)
  }
}

/** Creates the report from the tallies. */
export function reportOf(
  tallies: ReadonlyMap<string, TableTally>,
  knownTables: ReadonlySet<string>,
  result: ImportResult,
): ImportReport {
  const known = [...tallies].filter(([name]) => knownTables.has(name))
  const failed = [...tallies].filter(([, { errors }]) => errors > 0)
  const withSkipped = known.filter(([, { skipped }]) => skipped > 0)
  const sum = (count: (tally: TableTally) => number) =>
    [...tallies.values()].reduce((total, tally) => total + count(tally), 0)
  const summary = { imported: sum((t) => t.imported), skipped: sum((t) => t.skipped), errors: sum((t) => t.errors) }
  return {
    message: [opening(result), counts(summary), ...failed.flatMap(unlistedErrors)].join(' '),
    summary,
    results: {
      imported: Object.fromEntries(known.map(([name, { imported }]) => [name, imported])),
      skipped: Object.fromEntries(known.map(([name, { skipped }]) => [name, skipped])),
      errors: Object.fromEntries(failed.map(([name, { lines }]) => [name, lines])),
    },
    ...(withSkipped.length > 0 && {
      skipped_records: Object.fromEntries(withSkipped.map(([name, { skippedNames }]) => [name, skippedNames])),
    }),
  }
}

function opening(result: ImportResult): string {
  if (result === 'dry-run') return 'Dry run, nothing was written; an import would report:'
  return result === 'refused'
    ? 'Nothing was written, because there are errors; without atomic the result would be:'
    : 'Import completed:'
}

function counts({ imported, skipped, errors }: ImportReport['summary']): string {
  return `${imported} imported, ${skipped} skipped, ${errors} errors.`
}

function unlistedErrors([name, { errors, lines }]: [string, TableTally]): string[] {
  const more = errors - lines.length
  return more > 0 ? [`${more} more errors of ${name} are not listed.`] : []
}
