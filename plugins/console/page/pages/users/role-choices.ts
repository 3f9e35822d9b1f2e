import type { CurrentSession, Role } from '@plinth/client'
import type { Choice } from '../../components/select-field.js'
import type { Text } from '../../language/english.js'

const SUDO = 0

/** Returns the roles to choose from. A role that the caller may not give says why. */
export function roleChoices(roles: readonly Role[], { role_level }: CurrentSession, text: Text): Choice[] {
  return roles.map(({ name, level }) => {
    const refusal = refusalOf(level, role_level, text)
    return {
      value: name,
      label: refusal ? `${name} (${level}) – ${refusal}` : `${name} (${level})`,
      isDisabled: refusal !== undefined,
    }
  })
}

function refusalOf(level: number, ownLevel: number, text: Text): string | undefined {
  if (level === SUDO) return text.users.onlyByCommand
  return level < ownLevel ? text.users.aboveYours : undefined
}
