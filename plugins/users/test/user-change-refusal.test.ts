import type { Administrator, Role } from '@plinth/kernel'
import { expect } from 'chai'
import { userChangeRefusal } from '../src/user-change-refusal.js'
import type { WantedChanges } from '../src/user-changes.js'

const SUDO: Role = { name: 'sudo', level: 0 }
const ADMIN: Role = { name: 'admin', level: 1 }
const OPERATOR: Role = { name: 'operator', level: 10 }
const ROLES = [SUDO, ADMIN, OPERATOR]

const CHANGES: Readonly<Record<string, WantedChanges>> = {
  profile: { name: 'Other', email: 'other@plant.test' },
  disabled: { isDisabled: true },
  end: { validUntil: 0 },
  ...Object.fromEntries(ROLES.map(({ name }) => [name, { roleName: name }])),
}

type Row = readonly [caller: string, user: string, allowed: string, onlyByCommand?: string]

/** The changes that each caller may make to a user; then those that only the CLI makes. */
const TABLE: readonly Row[] = [
  ['operator', 'itself', 'profile'],
  ['operator', 'operator', ''],
  ['operator', 'admin', ''],
  ['admin', 'itself', 'profile disabled admin operator', 'sudo'],
  ['admin', 'operator', 'profile disabled end admin operator', 'sudo'],
  ['admin', 'admin', 'profile disabled end admin operator', 'sudo'],
  ['admin', 'sudo', ''],
  ['sudo', 'itself', 'profile disabled sudo', 'admin operator'],
  ['sudo', 'sudo', 'profile disabled end sudo', 'admin operator'],
  ['sudo', 'operator', 'profile disabled end admin operator', 'sudo'],
  ['token of admin', 'operator', 'profile disabled end admin operator', 'sudo'],
  ['token of admin', 'admin', ''],
  ['command', 'sudo', 'profile disabled end sudo admin operator'],
]

describe('the changes to a user that a caller may make', () => {
  for (const [caller, target, allowed, onlyByCommand = ''] of TABLE) {
    it(`${caller} → ${target}: ${allowed || 'none'}`, () => {
      const role = roleOf(target === 'itself' ? caller : target)
      const user = { identifier: target === 'itself' ? 'caller' : 'other', role }
      const changesWithRefusal = (code: string | null) =>
        Object.entries(CHANGES)
          .filter(([, change]) => refusalOf(callerOf(caller), user, change) === code)
          .map(([name]) => name)

      expect(changesWithRefusal(null).join(' ')).to.equal(allowed)
      expect(changesWithRefusal('ROLE_REQUIRES_COMMAND').join(' ')).to.equal(onlyByCommand)
    })
  }
})

const refusalOf = (caller: Administrator, user: { identifier: string; role: Role }, change: WantedChanges) =>
  userChangeRefusal(caller, user, change, change.roleName === undefined ? undefined : roleOf(change.roleName))

const roleOf = (name: string) => ROLES.find((role) => role.name === name) ?? OPERATOR

function callerOf(name: string): Administrator {
  if (name === 'command') return 'command'
  const [, tokenRole] = /^token of (.*)$/.exec(name) ?? []
  if (tokenRole) return { kind: 'third-party', tokenId: 'token', role: roleOf(tokenRole) }
  return { kind: 'user', identifier: 'caller', username: 'caller', role: roleOf(name), sessionId: '1' }
}
