import { ANONYMOUS, type Principal, type Role } from '@plinth/kernel'
import { expect } from 'chai'
import { mayGiveRole } from '../src/may-give-role.js'

const ROLES: readonly Role[] = [
  { name: 'sudo', level: 0 },
  { name: 'admin', level: 1 },
  { name: 'supervisor', level: 2 },
  { name: 'operator', level: 10 },
  { name: 'auditor', level: 100 },
  { name: 'guest', level: 256 },
  // Roles that an import can create: other names at other levels.
  { name: 'chief', level: 1 },
  { name: 'leader', level: 9 },
]

type Row = readonly [caller: string, gives: string, token?: string]

const BELOW_ADMIN = 'supervisor operator auditor guest leader'
const BELOW_SUDO = `admin ${BELOW_ADMIN.replace('guest', 'guest chief')}`

/** Roles that a user may give, and those that a token of the same role may give if fewer. */
const TABLE: readonly (readonly [openLevel: number | 'closed', rows: readonly Row[]])[] = [
  [
    10,
    [
      ['nobody', 'operator auditor guest'],
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
      ['nobody', 'supervisor operator auditor guest leader'],
      ['supervisor', 'supervisor operator auditor guest leader'],
      ['admin', 'admin supervisor operator auditor guest chief leader', BELOW_ADMIN],
    ],
  ],
  [
    0,
    [
      ['nobody', 'sudo admin supervisor operator auditor guest chief leader'],
      ['guest', 'sudo admin supervisor operator auditor guest chief leader'],
      ['admin', 'sudo admin supervisor operator auditor guest chief leader'],
    ],
  ],
  [
    257,
    [
      ['nobody', ''],
      ['guest', ''],
      ['admin', 'admin supervisor operator auditor guest chief leader', BELOW_ADMIN],
    ],
  ],
  [
    'closed',
    [
      ['nobody', ''],
      ['guest', ''],
      ['operator', ''],
      ['supervisor', ''],
      ['admin', 'admin supervisor operator auditor guest chief leader', BELOW_ADMIN],
      ['sudo', 'sudo admin supervisor operator auditor guest chief leader', BELOW_SUDO],
    ],
  ],
]

describe('which roles somebody may give', () => {
  for (const [openLevel, rows] of TABLE) {
    describe(`when signup is open from level ${openLevel}`, () => {
      for (const [caller, gives, token = gives] of rows) {
        for (const principal of principalsOf(caller)) {
          const expected = principal.kind === 'third-party' ? token : gives
          it(`${caller} (${principal.kind}) → ${expected || 'none'}`, () => {
            const given = ROLES.filter((role) => mayGiveRole(principal, role, openLevel))

            expect(given.map(({ name }) => name).join(' ')).to.equal(expected)
          })
        }
      }
    })
  }
})

/** A user and a third-party token of that role. */
function principalsOf(caller: string): Principal[] {
  const role = ROLES.find(({ name }) => name === caller)
  if (!role) return [ANONYMOUS]
  return [
    { kind: 'user', identifier: 'someone', username: 'someone', role, sessionId: '1' },
    { kind: 'third-party', tokenId: 'some-token', role },
  ]
}
