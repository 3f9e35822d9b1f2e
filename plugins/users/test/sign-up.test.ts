import { forEachDatabase, type SignedIn, TEST_PASSWORD, type TestClient, type TestResponse } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'

const ROLES = ['sudo', 'admin', 'supervisor', 'operator', 'auditor', 'guest']
const BELOW_SUDO = ROLES.slice(1)
const OPEN_BY_DEFAULT = ['operator', 'auditor', 'guest']

describe('signup', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    const usernames = async () => (await sudo.get('/users/')).body.map(({ username }: { username: string }) => username)

    it('creates a user and returns the documented fields', async () => {
      const response = await app.post('/users/signup', person('Alice', { role_name: 'Operator' }))

      expect(response.status).to.equal(200)
      expect(response.body).to.deep.equal({
        identifier: response.body.identifier,
        username: 'Alice',
        role: { name: 'operator', level: 10 },
        email: 'Alice@plant.test',
      })
      expect(response.body.identifier).to.be.a('string').and.not.empty
    })

    it('stores the given and the family name', async () => {
      await app.post('/users/signup', person('zoe', { name: 'Zoë', lastname: '😀'.repeat(32) }))

      const { body } = await sudo.get('/users/zoe')

      expect(body).to.include({ name: 'Zoë', lastname: '😀'.repeat(32) })
    })

    it('counts the characters of names as an import does: code points, not UTF-16 units', async () => {
      const good = await app.post('/users/signup', person('smiley', { name: '😀'.repeat(64) }))
      const bad = await app.post('/users/signup', person('grin', { name: '😀'.repeat(65), lastname: 'x'.repeat(65) }))

      expect(good.status).to.equal(200)
      expect(bad.status).to.equal(400)
      expect(bad.body.errors.map(({ field }: { field: string }) => field)).to.have.members(['name', 'lastname'])
    })

    it('lets the new user log in', async () => {
      await app.post('/users/signup', person('new-here', { password: 'pässwörd für alle' }))

      const response = await app.logIn('new-here', 'pässwörd für alle')

      expect([response.status, response.body.role]).to.deep.equal([200, 'guest'])
    })

    it('gives each user an identifier of their own', async () => {
      const responses = [
        await app.post('/users/signup', person('first')),
        await app.post('/users/signup', person('second')),
      ]

      expect(new Set(responses.map(({ body }) => body.identifier)).size).to.equal(2)
    })

    for (const [index, username] of ['A.b_c-d@E9', 'x', 'u'.repeat(64), 'login', 'signup', '-', '0'].entries()) {
      it(`accepts the username ${username}`, async () => {
        const response = await app.post('/users/signup', person(username, { email: `takes-${index}@plant.test` }))

        expect([response.status, response.body.username]).to.deep.equal([200, username])
      })
    }

    const refused: Readonly<Record<string, [body: object, code: string]>> = {
      'no username': [person('gone', { username: undefined }), 'INVALID_BODY'],
      'no role': [person('gone', { role_name: undefined }), 'INVALID_BODY'],
      'no e-mail address': [person('gone', { email: undefined }), 'INVALID_BODY'],
      'no password': [person('gone', { password: undefined }), 'INVALID_BODY'],
      'null for a required field': [person('gone', { email: null }), 'INVALID_BODY'],
      'null for an optional field': [person('gone', { name: null }), 'INVALID_BODY'],
      'a number for a name': [person('gone', { lastname: 7 }), 'INVALID_BODY'],
      'an unknown field': [person('gone', { role: 'admin' }), 'INVALID_BODY'],
      'an identifier chosen by the client': [person('gone', { identifier: 'mine' }), 'INVALID_BODY'],
      'an empty username': [person('gone', { username: '' }), 'INVALID_BODY'],
      'a username of 65 characters': [person('gone', { username: 'u'.repeat(65) }), 'INVALID_BODY'],
      'a space in a username': [person('gone', { username: 'al ice' }), 'INVALID_BODY'],
      'a newline after a username': [person('gone', { username: 'gone\n' }), 'INVALID_BODY'],
      'a slash in a username': [person('gone', { username: 'a/b' }), 'INVALID_BODY'],
      'a non-ASCII letter in a username': [person('gone', { username: 'zoë' }), 'INVALID_BODY'],
      'a fullwidth letter in a username': [person('gone', { username: 'ａlice' }), 'INVALID_BODY'],
      '"." as a username, which URL normalization removes': [person('.', { email: 'dot@plant.test' }), 'INVALID_BODY'],
      '".." as a username': [person('..', { email: 'dots@plant.test' }), 'INVALID_BODY'],
      'a NUL in a name': [person('gone', { name: 'a\0b' }), 'INVALID_BODY'],
      'a lone surrogate in a name': [person('gone', { lastname: 'a\udfff' }), 'INVALID_BODY'],
      'a given name of 65 characters': [person('gone', { name: 'n'.repeat(65) }), 'INVALID_BODY'],
      'a family name of 65 characters': [person('gone', { lastname: 'n'.repeat(65) }), 'INVALID_BODY'],
      'an e-mail address without @': [person('gone', { email: 'gone.plant.test' }), 'INVALID_BODY'],
      'an e-mail address with nothing before @': [person('gone', { email: '@plant.test' }), 'INVALID_BODY'],
      'an e-mail address with a space': [person('gone', { email: 'go ne@plant.test' }), 'INVALID_BODY'],
      'an e-mail address of 129 characters': [person('gone', { email: `gone@${'p'.repeat(124)}` }), 'INVALID_BODY'],
      'a role that does not exist': [person('gone', { role_name: 'captain' }), 'ROLE_NOT_FOUND'],
      'an empty password': [person('gone', { password: '' }), 'INVALID_BODY'],
      'a password of 7 characters': [person('gone', { password: 'seven77' }), 'PASSWORD_REFUSED'],
      'a password of 7 characters in 28 bytes': [person('gone', { password: '😀'.repeat(7) }), 'PASSWORD_REFUSED'],
      'a password of 1025 bytes': [person('gone', { password: 'p'.repeat(1_025) }), 'PASSWORD_REFUSED'],
      'a password of 1025 bytes in 513 characters': [
        person('gone', { password: `${'é'.repeat(512)}p` }),
        'PASSWORD_REFUSED',
      ],
      'a NUL in a password': [person('gone', { password: 'eight\u0000888' }), 'INVALID_BODY'],
      'a lone surrogate in a password': [person('gone', { password: 'eight888\ud83d' }), 'INVALID_BODY'],
    }
    for (const [what, [body, code]] of Object.entries(refused)) {
      it(`refuses ${what} and stores nothing`, async () => {
        const before = await usernames()

        const response = await app.post('/users/signup', body)

        expect([response.status, response.body.code]).to.deep.equal([400, code])
        expect(await usernames()).to.deep.equal(before)
      })
    }

    it('lists the roles that the caller may assign if the role is unknown', async () => {
      const [admin, operator] = [await app.signIn('admin'), await app.signIn('operator')]
      const body = person('gone', { role_name: 'captain' })

      const responses = [await app.post('/users/signup', body), await operator.post('/users/signup', body)]
      const forAdmin = await admin.post('/users/signup', body)

      const message = (names: string) => `The role "captain" does not exist. Available roles: ${names}.`
      for (const response of responses) expect(response.body.message).to.equal(message('operator, auditor, guest'))
      expect(forAdmin.body.message).to.equal(message('admin, supervisor, operator, auditor, guest'))
    })

    for (const [what, password] of Object.entries({
      '8 characters': 'eight-88',
      '8 characters in 32 bytes': '😀'.repeat(8),
      '72 bytes': 'p'.repeat(72),
      '72 bytes in 36 characters': 'é'.repeat(36),
      '64 characters of 3 bytes': '水'.repeat(64),
      '1024 bytes': 'p'.repeat(1_024),
      'surrounding spaces': '  spaces around  ',
    })) {
      it(`accepts a password with ${what}`, async () => {
        const username = what.replaceAll(' ', '-')

        const response = await app.post('/users/signup', person(username, { password }))

        expect(response.status).to.equal(200)
        expect((await app.logIn(username, password)).status).to.equal(200)
      })
    }

    for (const role_name of ['admin', 'sudo', 'SUDO', 'sUdO']) {
      it(`refuses the role ${role_name} without a key, and stores nothing`, async () => {
        const before = await usernames()

        const response = await app.post('/users/signup', person('intruder', { role_name }))

        expect([response.status, response.body.code]).to.deep.equal([403, 'ROLE_NOT_YOURS_TO_GIVE'])
        expect(await usernames()).to.deep.equal(before)
      })
    }

    it('reports why a password is refused without repeating it', async () => {
      const { body, text } = await app.post('/users/signup', person('gone', { password: 'xyzzy' }))

      expect(body.errors.map(({ field }: { field: string }) => field)).to.deep.equal(['password'])
      expect(text).to.not.contain('xyzzy')
    })

    describe('when the username or the e-mail address is taken', () => {
      before(async () => {
        await app.post('/users/signup', person('Taken', { email: 'Taken@plant.test' }))
        await app.post('/users/signup', person('composed', { email: 'jos\u00e9@plant.test' }))
        await app.post('/users/signup', person('ligature', { email: 'office@plant.test' }))
      })

      for (const username of ['Taken', 'taken', 'TAKEN']) {
        it(`refuses the username ${username} with USERNAME_TAKEN, and stores nothing`, async () => {
          const before = await usernames()

          const response = await app.post('/users/signup', person(username, { email: 'other@plant.test' }))

          expect([response.status, response.body.code]).to.deep.equal([409, 'USERNAME_TAKEN'])
          expect(response.body.message).to.contain('username')
          expect(await usernames()).to.deep.equal(before)
        })
      }

      for (const [what, email] of Object.entries({
        'same spelling': 'Taken@plant.test',
        'different case': 'tAKEN@PLANT.test',
        'fullwidth letters': 'Ｔaken@plant.test',
        'é as two code points': 'jose\u0301@plant.test',
        'É as two code points': 'JOSE\u0301@plant.test',
        'with a ligature': 'o\ufb03ce@plant.test',
      })) {
        it(`refuses a taken e-mail address (${what}) with EMAIL_TAKEN, and stores nothing`, async () => {
          const before = await usernames()

          const response = await app.post('/users/signup', person('other', { email }))

          expect([response.status, response.body.code]).to.deep.equal([409, 'EMAIL_TAKEN'])
          expect(response.body.message).to.contain('e-mail')
          expect(await usernames()).to.deep.equal(before)
        })
      }
    })

    describe('50 times at once', () => {
      it('creates one user if the usernames differ only in case', async () => {
        const responses = await Promise.all(
          casings('parallel', 50).map((username, index) =>
            app.post('/users/signup', person(username, { email: `parallel-${index}@plant.test` })),
          ),
        )

        expect(countOf(responses)).to.deep.equal({ '200': 1, '409 USERNAME_TAKEN': 49 })
        expect((await usernames()).filter((name: string) => name.toLowerCase() === 'parallel')).to.have.length(1)
      })

      it('creates one user if the e-mail addresses differ only in case', async () => {
        const responses = await Promise.all(
          casings('parallel', 50).map((name, index) =>
            app.post('/users/signup', person(`address-${index}`, { email: `${name}@one.test` })),
          ),
        )

        expect(countOf(responses)).to.deep.equal({ '200': 1, '409 EMAIL_TAKEN': 49 })
        expect((await usernames()).filter((name: string) => name.startsWith('address-'))).to.have.length(1)
      })
    })

    describe('with an invalid key', () => {
      for (const [what, headers] of Object.entries<Record<string, string>>({
        'an unknown key': { 'X-API-KEY': 'k'.repeat(43) },
        'an empty key': { 'X-API-KEY': '' },
        'an unknown key in Authorization': { Authorization: `Bearer ${'k'.repeat(43)}` },
      })) {
        it(`refuses ${what}, even for an open role`, async () => {
          const before = await usernames()

          const response = await app.post('/users/signup', person('keyless'), { headers })

          expect([response.status, response.body.code]).to.deep.equal([401, 'TOKEN_INVALID'])
          expect(await usernames()).to.deep.equal(before)
        })
      }

      it('ignores Authorization with credentials for a proxy', async () => {
        const headers = { Authorization: 'Basic c3Vkbzpub3RoaW5n' }

        const open = await app.post('/users/signup', person('proxied'), { headers })
        const listed = await app.get('/users/', { headers })

        expect([open.status, listed.status]).to.deep.equal([200, 401])
      })

      it('refuses the key of an ended session', async () => {
        const operator = await app.signIn('operator')
        await operator.post('/users/logout')

        expect((await operator.post('/users/signup', person('keyless'))).status).to.equal(401)
      })
    })
  })
})

/** The roles that each caller may assign. */
type Rights = readonly (readonly [caller: string, roles: readonly string[]])[]

const BY_OPEN_LEVEL: readonly (readonly [openLevel: number | 'closed', rights: Rights])[] = [
  [
    10,
    [
      ['anonymous', OPEN_BY_DEFAULT],
      ['guest', OPEN_BY_DEFAULT],
      ['auditor', OPEN_BY_DEFAULT],
      ['operator', OPEN_BY_DEFAULT],
      ['supervisor', OPEN_BY_DEFAULT],
      ['admin', BELOW_SUDO],
      ['sudo', ROLES],
    ],
  ],
  [0, [['anonymous', ROLES] as const, ...ROLES.map((role) => [role, ROLES] as const)]],
  [
    'closed',
    [
      ['anonymous', []],
      ['guest', []],
      ['auditor', []],
      ['operator', []],
      ['supervisor', []],
      ['admin', BELOW_SUDO],
      ['sudo', ROLES],
    ],
  ],
]

for (const [signupOpenLevel, rights] of BY_OPEN_LEVEL) {
  describe(
    signupOpenLevel === 'closed' ? 'signup that is closed' : `signup that is open from level ${signupOpenLevel}`,
    () => {
      forEachDatabase((database) => {
        let app: App
        let sudo: SignedIn
        before(async () => {
          app = await startApp({ database, settings: { signupOpenLevel } })
          sudo = await app.signIn('sudo')
        })
        after(() => app.stop())

        /** Signs up one user per role. Returns the roles for which that succeeded. */
        const rolesAssignedBy = async (caller: Pick<TestClient, 'post'>, name: string) => {
          const statuses: number[] = []
          for (const role of ROLES)
            statuses.push(
              (await caller.post('/users/signup', person(`${name}-${role}`, { role_name: role.toUpperCase() }))).status,
            )
          expect(statuses.filter((status) => status !== 200 && status !== 403)).to.deep.equal([])

          const users = (await sudo.get('/users/')).body.map(nameAndRole)
          return ROLES.filter((role) => users.includes(`${name}-${role} ${role}`))
        }

        for (const [caller, roles] of rights) {
          it(`lets ${caller === 'anonymous' ? 'an anonymous caller' : `the role ${caller}`} assign ${roles.join(', ') || 'no role'}`, async () => {
            const client = caller === 'anonymous' ? app : await app.signIn(caller)

            expect(await rolesAssignedBy(client, caller)).to.deep.equal(roles)
          })

          if (caller === 'anonymous') continue
          const rolesByToken = roles.filter(
            (role) => isOpen(role, signupOpenLevel) || ROLES.indexOf(role) > ROLES.indexOf(caller),
          )
          it(`lets a third-party token of the role ${caller} assign ${rolesByToken.join(', ') || 'no role'}`, async () => {
            const { token } = (await sudo.post('/users/create_tpt', { role_name: caller })).body

            expect(await rolesAssignedBy(app.withKey(token), `tpt-${caller}`)).to.deep.equal(rolesByToken)
          })
        }
      })
    },
  )
}

describe('signup with a greater minimum password length', () => {
  forEachDatabase((database) => {
    let app: App
    before(async () => {
      app = await startApp({ database, settings: { passwordMinLength: 12 } })
    })
    after(() => app.stop())

    it('refuses shorter passwords', async () => {
      const shorter = await app.post('/users/signup', person('alice', { password: 'p'.repeat(11) }))
      const longEnough = await app.post('/users/signup', person('alice', { password: 'p'.repeat(12) }))

      expect([shorter.status, longEnough.status]).to.deep.equal([400, 200])
    })
  })
})

function person(username: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { username, email: `${username}@plant.test`, role_name: 'guest', password: TEST_PASSWORD, ...fields }
}

/** Returns variants of a name that differ only in case. */
function casings(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    [...name].map((letter, place) => ((index >> place) & 1 ? letter.toUpperCase() : letter)).join(''),
  )
}

function countOf(responses: readonly TestResponse[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of responses) {
    const outcome = body.code === undefined ? String(status) : `${status} ${body.code}`
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

function nameAndRole({ username, role }: { username: string; role: { name: string } }): string {
  return `${username} ${role.name}`
}

function isOpen(role: string, openLevel: number | 'closed'): boolean {
  const levels: Readonly<Record<string, number>> = {
    sudo: 0,
    admin: 1,
    supervisor: 2,
    operator: 10,
    auditor: 100,
    guest: 256,
  }
  return openLevel !== 'closed' && (levels[role] ?? 0) >= openLevel
}
