import { ADMIN, type Administrator, mayActOn, SUDO } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { ResolvedCandidate } from '../records/candidate.js'
import { RecordProblem } from '../records/file-record.js'
import { ImportAuthority } from '../records/import-authority.js'
import { levelOf } from '../records/record-privilege.js'

const MORE_PRIVILEGED = new RecordProblem('is more privileged than the caller')
const CREATED_SINCE = new RecordProblem('was deleted and created again since then, so it may be another person')
const NOT_IDENTIFIED = new RecordProblem(
  'gets a more privileged role only from a record with the same identifier, because this may be another person',
)

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
 * Returns why a record may not change a user who has the same name, but not its identifier; `undefined` if it may.
 * Somebody who takes the name of a deleted user, or of one that a file will add, must not get the role of that user.
 * Other changes are allowed: a file of another installation has other identifiers for the same users.
 */
export function namesakeProblem(
  table: ConfigurationTable,
  resolved: ResolvedCandidate,
  { currentLevel, fields, isOfSnapshot }: Namesake,
): RecordProblem | undefined {
  const [role = '', levelOfRole] = table.privilege?.split('.') ?? []
  if (levelOfRole === undefined) return undefined // no file changes the level of a role
  if (isOfSnapshot) return CREATED_SINCE
  const level = levelOf(table, resolved) ?? SUDO
  // Some rights depend on the name of a role that is as privileged as an admin
  return fields.includes(role) && (level < currentLevel || level <= ADMIN) ? NOT_IDENTIFIED : undefined
}

interface Namesake {
  readonly currentLevel: number
  /** The fields that the record would change. */
  readonly fields: readonly string[]
  readonly isOfSnapshot: boolean
}

/**
 * Returns why a caller may not add or change a role or user; `undefined` if they may. `currentLevel` is undefined if
 * the role or user does not exist yet.
 */
export function privilegeProblem(
  table: ConfigurationTable,
  caller: Administrator,
  resolved: ResolvedCandidate,
  currentLevel: number | undefined,
): RecordProblem | undefined {
  const level = levelOf(table, resolved)
  const problem = level === undefined ? undefined : new ImportAuthority(caller).problemOf(level)
  if (problem !== undefined) return new RecordProblem(`${table.privilege} ${problem}`)
  if (currentLevel === undefined) return undefined
  if (!mayActOn(caller, currentLevel)) return MORE_PRIVILEGED
  const crossesSudo = currentLevel !== level && (currentLevel <= SUDO || (level ?? SUDO) <= SUDO)
  return crossesSudo
    ? new RecordProblem(`${table.privilege} ${SUDO} cannot be granted or removed by a file`)
    : undefined
}
