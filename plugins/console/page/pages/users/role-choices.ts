import type { Role, RoleInfo } from '@plinth/client'
import type { Choice } from '../../components/select-field.js'
import type { Text } from '../../language/english.js'

const USUAL_ROLE = 'operator'

/** Returns a role as people tell it from others. */
export const roleLabel = ({ name, level }: Role) => `${name} (${level})`

/** Returns the roles that a user can get. One that the caller may not give says why, as the service does. */
export function roleChoices(roles: readonly RoleInfo[], text: Text): Choice[] {
  return roles.map(({ refusal, ...role }) => ({
    value: role.name,
    label: roleLabel(role) + (refusal ? ` – ${text.users.refusals[refusal]}` : ''),
    isDisabled: refusal !== null,
  }))
}

/** Returns the roles of a new user: sudo users may create further ones. */
export function roleChoicesOfNewUser(roles: readonly RoleInfo[], text: Text): Choice[] {
  const allowed = roles.map((role) => (role.refusal === 'ROLE_CHANGED_BY_COMMAND' ? { ...role, refusal: null } : role))
  return roleChoices(allowed, text)
}

/** Returns the role that is chosen at first: the usual one, or the least privileged if that cannot be chosen. */
export function initialRole(choices: readonly Choice[]): string {
  const names = choices.filter(({ isDisabled }) => !isDisabled).map(({ value }) => value)
  return names.find((name) => name === USUAL_ROLE) ?? names.at(-1) ?? ''
}
