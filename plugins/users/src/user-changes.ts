import type { Role } from '@plinth/kernel'
import type { SecurityEvent, User } from '@plinth/kernel/contracts'
import { isoTime } from '@plinth/kernel/tools'

/** Fields to update. Omitted fields are unchanged; `null` clears a name, or the end of the account. */
export interface WantedChanges {
  readonly email?: string | undefined
  readonly name?: string | null | undefined
  readonly lastname?: string | null | undefined
  readonly roleName?: string | undefined
  readonly isDisabled?: boolean | undefined
  /** In ms. A time in the past ends the account at once. */
  readonly validUntil?: number | null | undefined
}

/** Returns the events of a change: of the role, of disabling or enabling, of the end of the account, of the profile. */
export function changeEvents(
  user: User,
  wanted: WantedChanges,
  newRole: Role | undefined,
): Omit<SecurityEvent, 'origin'>[] {
  const { username, role, isDisabled, validUntil } = user
  const isChanged = (field: 'email' | 'name' | 'lastname') =>
    wanted[field] !== undefined && wanted[field] !== user[field]
  const fields = (['email', 'name', 'lastname'] as const).filter(isChanged)
  const events: (Pick<SecurityEvent, 'event' | 'details'> | false | undefined)[] = [
    newRole && newRole.name !== role.name && { event: 'role-changed', details: { from: role.name, to: newRole.name } },
    wanted.isDisabled === true && !isDisabled && { event: 'user-disabled' },
    wanted.isDisabled === false && isDisabled && { event: 'user-enabled' },
    wanted.validUntil !== undefined &&
      wanted.validUntil !== validUntil && {
        event: 'validity-changed',
        details: { from: timeInWords(validUntil), to: timeInWords(wanted.validUntil) },
      },
    fields.length > 0 && { event: 'user-changed', details: { fields: fields.join(', ') } },
  ]
  return events.flatMap((event) => (event ? [{ ...event, target: username }] : []))
}

const timeInWords = (time: number | null) => (time === null ? 'no end' : isoTime(time))
