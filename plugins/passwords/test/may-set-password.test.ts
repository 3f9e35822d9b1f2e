import { maySetPassword, type Role } from '@plinth/kernel'
import { expect } from 'chai'

const ROLES = {
  sudo: { name: 'sudo', level: 0 },
  admin: { name: 'admin', level: 1 },
  supervisor: { name: 'supervisor', level: 2 },
  operator: { name: 'operator', level: 10 },
  auditor: { name: 'auditor', level: 100 },
  guest: { name: 'guest', level: 256 },
  // Roles that an import can create: other names at the levels of sudo and admin.
  root: { name: 'root', level: 0 },
  chief: { name: 'chief', level: 1 },
  // Roles that only direct writes to the database can create: known names at other levels.
  'admin at level 0': { name: 'admin', level: 0 },
  'sudo at level 1': { name: 'sudo', level: 1 },
} satisfies Record<string, Role>

type RoleName = keyof typeof ROLES
const NAMES = Object.keys(ROLES) as RoleName[]

/** For each caller, the roles of other users whose password the caller may set. */
const OTHERS: Readonly<Record<RoleName, readonly RoleName[]>> = {
  sudo: ['admin'],
  admin: ['admin', 'supervisor', 'operator', 'auditor', 'guest', 'chief', 'sudo at level 1'],
  supervisor: [],
  operator: [],
  auditor: [],
  guest: [],
  root: ['admin'],
  chief: [],
  'admin at level 0': ['admin'],
  'sudo at level 1': ['admin'],
}

/** For each role, whether a user may set their own password. */
const OWN: Readonly<Record<RoleName, boolean>> = {
  sudo: false,
  admin: true,
  supervisor: true,
  operator: true,
  auditor: true,
  guest: true,
  root: false,
  chief: true,
  'admin at level 0': false,
  'sudo at level 1': false,
}

describe('the permission to set a password', () => {
  for (const caller of NAMES) {
    for (const target of NAMES) {
      const expected = OTHERS[caller].includes(target)
      it(`${caller} → another ${target}: ${expected ? 'yes' : 'no'}`, () => {
        expect(maySetPassword(person('one', caller), person('other', target))).to.equal(expected)
      })
    }

    it(`${caller} → their own: ${OWN[caller] ? 'yes' : 'no'}`, () => {
      expect(maySetPassword(person('one', caller), person('one', caller))).to.equal(OWN[caller])
    })
  }
})

function person(identifier: string, role: RoleName) {
  return { identifier, role: ROLES[role] }
}
