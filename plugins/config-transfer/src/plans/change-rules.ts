import { type Administrator, mayActOn, SUDO } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { ResolvedCandidate } from '../import/candidate.js'
import { RecordProblem } from '../import/file-record.js'
import { ImportAuthority } from '../import/import-authority.js'
import { levelOf } from '../import/record-privilege.js'

const MORE_PRIVILEGED = new RecordProblem('is more privileged than the caller')

/**
 * Returns why a file may not change these fields of a row; `undefined` if it may. Roles and users keep their names, and
 * roles their level, because tokens and other people rely on them.
 */
export function updateProblem(table: ConfigurationTable, fields: readonly string[]): RecordProblem | undefined {
  if (table.mayBeUpdated === false) return new RecordProblem('exists with other values, and is not updated by a file')
  if (table.privilege === undefined) return undefined
  const fixed = [...table.key, ...(table.privilege.includes('.') ? [] : [table.privilege])]
  const changed = fixed.find((name) => fields.includes(name))
  return changed === undefined ? undefined : new RecordProblem(`${changed} cannot be changed by a file`)
}

/**
 * Returns why a caller may not add or change a role or user; `undefined` if they may. `current` is the level that its
 * row has now, if there is a row.
 */
export function privilegeProblem(
  table: ConfigurationTable,
  caller: Administrator,
  resolved: ResolvedCandidate,
  current: number | undefined,
): RecordProblem | undefined {
  const level = levelOf(table, resolved)
  const problem = level === undefined ? undefined : new ImportAuthority(caller).problemOf(level)
  if (problem !== undefined) return new RecordProblem(`${table.privilege} ${problem}`)
  if (current === undefined) return undefined
  if (!mayActOn(caller, current)) return MORE_PRIVILEGED
  const crossesSudo = current !== level && (current <= SUDO || (level ?? SUDO) <= SUDO)
  return crossesSudo
    ? new RecordProblem(`${table.privilege} ${SUDO} cannot be granted or removed by a file`)
    : undefined
}
