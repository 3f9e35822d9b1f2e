import { ANONYMOUS, type Principal, type Role } from '@plinth/kernel'
import { expect } from 'chai'
import { mayAssignRole } from '../src/may-assign-role.js'

const ROLES: readonly Role[] = [
  { name: 'sudo', level: 0 },
  { name: 'admin', level: 1 },
  { name: 'supervisor', level: 2 },
  { name: 'operator', level: 10 },
  { name: 'auditor', level: 100 },
  { name: 'guest', level: 256 },
  // Roles that an import can create: other names, at the same or other levels.
  { name: 'chief', level: 1 },
  { name: 'leader', level: 9 },
]

type Row = readonly [caller: string, byUser: string, byToken?: string]

const BELOW_ADMIN = 'supervisor operator auditor guest leader'
const BELOW_SUDO = 'admin supervisor operator auditor guest chief leader'

/** The roles that each caller may assign; then, if different, those that a token of the same role may assign. */
const TABLE: readonly (readonly [openLevel: number | 'closed', rows: readonly Row[]])[] = [
  [
    10,
    [
      ['anonymous', 'operator auditor guest'],
      ['guest', 'operator auditor guest'],
      ['auditor', 'operator auditor guest'],
      ['operator', 'operator auditor guest'],
      ['leader', 'operator auditor guest'],
      ['supervisor', 'operator auditor guest'],
      ['chief', 'admin supervisor operator auditor guest chief leader', BELOW_ADMIN],
      ['admin', 'admin supervisor operator auditor guest chief leader', BELOW_ADMIN],
      ['sudo', 'sudo admin supervisor operator auditor guest chief leader', BELOW_SUDO],
    ],
  ],
  [
    2,
    [
      ['anonymous', 'supervisor operator auditor guest leader'],
      ['supervisor', 'supervisor operator auditor guest leader'],
      ['admin', 'admin supervisor operator auditor guest chief leader', BELOW_ADMIN],
    ],
  ],
  [
    0,
    [
      ['anonymous', 'sudo admin supervisor operator auditor guest chief leader'],
      ['guest', 'sudo admin supervisor operator auditor guest chief leader'],
      ['admin', 'sudo admin supervisor operator auditor guest chief leader'],
    ],
  ],
  [
    257,
    [
      ['anonymous', ''],
      ['guest', ''],
      ['admin', 'admin supervisor operator auditor guest chief leader', BELOW_ADMIN],
    ],
  ],
  [
    'closed',
    [
      ['anonymous', ''],
      ['guest', ''],
      ['operator', ''],
      ['supervisor', ''],
      ['admin', 'admin supervisor operator auditor guest chief leader', BELOW_ADMIN],
      ['sudo', 'sudo admin supervisor operator auditor guest chief leader', BELOW_SUDO],
    ],
  ],
]

describe('the roles that a caller may assign', () => {
  for (const [openLevel, rows] of TABLE) {
    describe(openLevel === 'closed' ? 'while signup is closed' : `while signup is open from level ${openLevel}`, () => {
      for (const [caller, byUser, byToken = byUser] of rows) {
        for (const principal of principalsOf(caller)) {
          const expected = principal.kind === 'third-party' ? byToken : byUser
          it(`${caller === 'anonymous' ? caller : `${caller} (${principal.kind})`} → ${expected || 'none'}`, () => {
            const assignable = ROLES.filter((role) => mayAssignRole(principal, role, openLevel))

            expect(assignable.map(({ name }) => name).join(' ')).to.equal(expected)
          })
        }
      }
    })
  }
})

/** Returns a user and a third-party token of a role, or the anonymous caller. */
function principalsOf(caller: string): Principal[] {
  const role = ROLES.find(({ name }) => name === caller)
  if (!role) return [ANONYMOUS]
  return [
    { kind: 'user', identifier: 'someone', username: 'someone', role, sessionId: '1' },
    { kind: 'third-party', tokenId: 'some-token', role },
  ]
}
