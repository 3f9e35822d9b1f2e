import { ADMIN } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { columnOf } from '../tables/table-fields.js'
import type { ResolvedCandidate } from './candidate.js'
import { RecordProblem } from './file-record.js'

/** Returns the privilege level of a role or user: its own, or that of its role. */
export function levelOf(
  { privilege, fields }: ConfigurationTable,
  { referencedPrivilege, values }: Pick<ResolvedCandidate, 'referencedPrivilege' | 'values'>,
): number | undefined {
  if (privilege === undefined) return undefined
  if (privilege.includes('.')) return referencedPrivilege
  const level = values[columnOf(privilege, fields[privilege] ?? { kind: 'ignored' })]
  return typeof level === 'number' ? level : undefined
}

/**
 * Maximum number of roles and users as privileged as an admin that an import adds, or that a plan adds or changes, in
 * one table. Each has an event of its own in the audit trail, and the events are in memory until the end.
 */
export const MAX_ADMINS = 10_000

/** Whether a role or user is as privileged as an admin. */
export const isAdminLevel = (level: number | undefined): level is number => level !== undefined && level <= ADMIN

/** The problem of a record beyond `MAX_ADMINS`. */
export const TOO_MANY_ADMINS = new RecordProblem(
  `is one of more than ${MAX_ADMINS} that are as privileged as an admin: add or change fewer at a time`,
)
