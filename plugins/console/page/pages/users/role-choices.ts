import type { Role, RoleInfo } from '@plinth/client'
import type { Choice } from '../../components/select-field.js'
import type { Text } from '../../language/english.js'

const DEFAULT_ROLE = 'operator'

/** Returns the label of a role: its name and its level. */
export const roleLabel = ({ name, level }: Role) => `${name} (${level})`

/** Returns the roles to choose from for an existing user. Those that the caller may not give say why. */
export function roleChoices(roles: readonly RoleInfo[], text: Text): Choice[] {
  return roles.map(({ refusal, ...role }) => ({
    value: role.name,
    label: roleLabel(role) + (refusal ? ` – ${text.users.refusals[refusal]}` : ''),
    isDisabled: refusal !== null,
  }))
}

/** Returns the roles to choose from for a new user: only here may sudo users give a role at level 0. */
export function roleChoicesOfNewUser(roles: readonly RoleInfo[], text: Text): Choice[] {
  const allowed = roles.map((role) => (role.refusal === 'ROLE_REQUIRES_COMMAND' ? { ...role, refusal: null } : role))
  return roleChoices(allowed, text)
}

/** Returns the role that is chosen at first: the default, or the least privileged one if that cannot be chosen. */
export function initialRole(choices: readonly Choice[]): string {
  const names = choices.filter(({ isDisabled }) => !isDisabled).map(({ value }) => value)
  return names.find((name) => name === DEFAULT_ROLE) ?? names.at(-1) ?? ''
}
