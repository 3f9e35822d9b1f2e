import type { RoleInfo } from '@plinth/client'
import type { Choice } from '../../components/select-field.js'
import type { Text } from '../../language/english.js'

/** Returns the roles that a user can get. One that the caller may not give says why, as the service does. */
export function roleChoices(roles: readonly RoleInfo[], text: Text): Choice[] {
  return roles.map(({ name, level, refusal }) => ({
    value: name,
    label: `${name} (${level})${refusal ? ` – ${text.users.refusals[refusal]}` : ''}`,
    isDisabled: refusal !== null,
  }))
}

/** Returns the roles of a new user: sudo users may create further ones. */
export function roleChoicesOfNewUser(roles: readonly RoleInfo[], text: Text): Choice[] {
  const allowed = roles.map((role) => (role.refusal === 'ROLE_CHANGED_BY_COMMAND' ? { ...role, refusal: null } : role))
  return roleChoices(allowed, text)
}
