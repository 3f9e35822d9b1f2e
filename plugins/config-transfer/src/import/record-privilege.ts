import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { columnOf } from '../table-fields.js'
import type { ResolvedCandidate } from './candidate.js'

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
