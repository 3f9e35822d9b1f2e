import { TEST_PASSWORD, type TestClient, type TestResponse } from '@plinth/testing'
import { fileOf } from '../support/configuration.js'
import { applyPlan } from '../support/plans.js'
import { codeAt } from '../support/totp-codes.js'

const OTHER_PASSWORD = `${TEST_PASSWORD} 2`
const NAMES = Array.from({ length: 12 }, (_, number) => `mixed-${number}`)
const ROLES = ['first', 'second', 'third'] as const

/** Sudo users, who demote and disable one another. */
export const SUDOS = ['sally', 'stan', 'sven', 'sudo'] as const

/** A role without users and tokens, so that its deletion can succeed at any time. */
const UNUSED_ROLE = 'unused'

/** Users who only enrol and remove second factors. Other writes to them would make the enrolments fail. */
const FACTOR_NAMES = ['factor-0', 'factor-1', 'factor-2', 'factor-3']

/** A random source: `random(3)` is 0, 1 or 2. */
export type Random = (below: number) => number

/** Returns a source that repeats the same numbers for a seed (a linear congruential generator). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Clients of one replica. */
export interface Callers {
  /** Without a key, from an address of its own. */
  readonly nobody: () => TestClient
  readonly admin: TestClient
  readonly sudo: (name: string) => TestClient
  /** Enables a user and gives them the role sudo again, both with the CLI, and logs them in. */
  readonly restoreSudo: (name: string) => Promise<TestResponse>
  /**
   * Runs `work`, unless work of another client runs on this replica, which accepts few imports, plans and verifications
   * at the same time: then returns no responses.
   */
  readonly unlessBusy: (work: () => Promise<readonly TestResponse[]>) => Promise<readonly TestResponse[]>
}

/** A request, or several that depend on each other. Returns the responses. */
type Write = (callers: Callers, random: Random) => Promise<readonly TestResponse[]>

const pick = <T>(random: Random, list: readonly T[]) => list[random(list.length)] as T

/** Writes to the same few users, roles and records. Each may be refused, for example because a name is taken. */
export const WRITES: Readonly<Record<string, Write>> = {
  signup: async ({ nobody }, random) => [await nobody().post('/users/signup', newUser(random, 'guest'))],
  add: async ({ admin }, random) => [await admin.post('/users/signup', newUser(random, pick(random, ROLES)))],
  invite: async ({ admin }, random) => {
    const { password: _, ...user } = newUser(random, 'operator')
    return [await admin.post('/users/add', user)]
  },
  changeUser: async ({ admin }, random) => {
    const changes = [
      { role_name: pick(random, ROLES) },
      { name: `name ${random(100)}`, email: `${pick(random, NAMES)}@mixed.test` },
      { disabled: random(2) === 0 },
    ]
    return [await admin.patch(`/users/${pick(random, NAMES)}`, pick(random, changes))]
  },
  deleteUser: async ({ admin }, random) => [await admin.delete(`/users/${pick(random, NAMES)}`)],
  resetPassword: async ({ admin }, random) => [
    await admin.post('/users/reset_password', { target_username: pick(random, NAMES), new_password: password(random) }),
  ],
  session: async ({ nobody }, random) => {
    const username = pick(random, NAMES)
    const login = await nobody().post('/users/login', { username, password: password(random) })
    if (login.status !== 200) return [login]
    const user = nobody().withKey(login.body.apiKey)
    const change = { target_username: username, current_password: TEST_PASSWORD, new_password: OTHER_PASSWORD }
    const next = pick(random, [
      () => user.post('/users/change_password', change),
      () => user.post('/users/confirm', { password: TEST_PASSWORD }),
      () => user.patch(`/users/${username}`, { name: 'Own' }),
      () => user.post('/users/logout'),
      () => user.get('/session'),
    ])
    return [login, await next()]
  },
  secondFactor: async ({ nobody, admin }, random) => {
    const username = pick(random, FACTOR_NAMES)
    const user = { username, email: `${username}@mixed.test`, password: TEST_PASSWORD, role_name: 'guest' }
    const added = await admin.post('/users/signup', user)
    const logIn = () => nobody().post('/users/login', { username, password: TEST_PASSWORD })
    const login = await logIn()
    const caller = nobody().withKey(String(login.body.apiKey))
    const enrolment = await caller.post('/users/enrol_second_factor')
    const code = codeAt(enrolment.body.secret ?? '', Date.now()) // no secret if the user is enrolled already
    const confirmation = await caller.post('/users/confirm_second_factor', { code })
    const renewal = await caller.post('/users/recovery_codes')
    const pending = await logIn()
    const { login_key = '' } = pending.body
    const remove = () => admin.delete(`/users/${username}/second_factor`)
    const completion = { login_key, code: renewal.body.recovery_codes?.[0] ?? code }
    const steps = [() => nobody().post('/users/complete_login', completion), remove]
    // A login that has begun needs a factor even after its removal
    if (random(2) === 0) steps.splice(0, 2, remove, () => nobody().post('/users/enrol_at_login', { login_key }))
    const responses = [added, login, enrolment, confirmation, renewal, pending]
    for (const step of steps) responses.push(await step())
    return responses
  },
  endSession: async ({ admin }, random) => {
    const username = pick(random, NAMES)
    const sessions = await admin.get(`/users/${username}/sessions`)
    const [session] = sessions.status === 200 ? (sessions.body as { id: string }[]) : []
    return [sessions, ...(session ? [await admin.delete(`/users/${username}/sessions/${session.id}`)] : [])]
  },
  endSessions: async ({ admin }, random) => [await admin.delete(`/users/${pick(random, NAMES)}/sessions`)],
  unlock: async ({ admin }, random) => [await admin.delete(`/users/${pick(random, NAMES)}/lock`)],
  code: async ({ admin, nobody }, random) => {
    const username = pick(random, NAMES)
    const issued = await admin.post(`/users/${username}/code`)
    if (issued.status !== 200) return [issued]
    if (random(4) === 0) return [issued, await admin.delete(`/users/${username}/code`)]
    const redemption = { username, code: issued.body.code, new_password: password(random) }
    return [issued, ...(await Promise.all([1, 2].map(() => nobody().post('/users/redeem_code', redemption))))]
  },
  addRole: async ({ sudo }, random) => [
    await sudo(pick(random, SUDOS)).post('/roles', {
      name: pick(random, [...ROLES, UNUSED_ROLE]),
      level: 10 + random(3),
    }),
  ],
  changeRole: async ({ sudo }, random) => [
    await sudo(pick(random, SUDOS)).patch(`/roles/${pick(random, ROLES)}`, { level: 10 + random(5) }),
  ],
  deleteRole: async ({ sudo }, random) => [
    await sudo(pick(random, SUDOS)).delete(`/roles/${pick(random, [...ROLES, UNUSED_ROLE])}`),
  ],
  token: async ({ sudo }, random) => {
    const caller = sudo(pick(random, SUDOS))
    const created = await caller.post('/users/create_tpt', { role_name: pick(random, [...ROLES, 'guest']) })
    const tokens = await caller.get('/tpt')
    const token = tokens.status === 200 ? pick(random, tokens.body as { id: string }[]) : undefined
    return [created, tokens, ...(token ? [await caller.delete(`/tpt/${token.id}`)] : [])]
  },
  settings: async ({ admin }, random) => [
    await pick(random, [
      () => admin.put('/settings/update', { log_max_bytes: 1_000_000 + random(9), log_backup_count: 3 }),
      () => admin.put('/settings/debug', { minutes: 1 }),
      () => admin.delete('/settings/debug'),
      () => admin.put('/settings/logger_period', { logger_period: 10 + random(9) }),
    ])(),
  ],
  import: async ({ admin, unlessBusy }, random) => {
    const path = `/settings/import_config${random(2) === 0 ? '' : '?atomic=true'}`
    return unlessBusy(async () => [await admin.upload(path, configuration(random))])
  },
  plan: ({ admin, unlessBusy }, random) =>
    unlessBusy(async () => {
      const mode = pick(random, ['add', 'update'])
      const ownRecord = fileOf({ Manufacturer: [{ name: `maker-of-plans-${random(1_000)}` }] } as never)
      // A plan for records that others change is usually outdated
      const file = pick(random, [configuration(random), ownRecord])
      const plan = await admin.upload(`/settings/plans?mode=${mode}`, file)
      return plan.status === 200 ? [plan, await applyPlan(admin, plan)] : [plan]
    }),
  merge: ({ admin, unlessBusy }, random) =>
    unlessBusy(async () => {
      const upload = () => admin.upload('/settings/files', configuration(random))
      const [base, theirs] = [await upload(), await upload()]
      const sides = { base: String(base.body.id), theirs: String(theirs.body.id) }
      const comparison = await admin.post('/settings/comparisons', { from: 'present', to: sides.base })
      const merge = await admin.post('/settings/merges', sides)
      const deletions = [
        ...[comparison, merge].map(({ body }) => `/settings/plans/${body.id}`),
        ...Object.values(sides).map((id) => `/settings/files/${id}`),
      ].map((path) => admin.delete(path))
      return [base, theirs, comparison, merge, ...(await Promise.all(deletions))]
    }),
  rollback: ({ admin, unlessBusy }) =>
    unlessBusy(async () => {
      const snapshots = await admin.get('/settings/snapshots')
      const [newest] = snapshots.body as { id: string }[]
      if (!newest) return [snapshots]
      const plan = await admin.post(`/settings/snapshots/${newest.id}/plan`)
      return [plan, await admin.delete(`/settings/plans/${plan.body.id}`)]
    }),
  verifyTrail: ({ admin, unlessBusy }) => unlessBusy(async () => [await admin.post('/audit/verify')]),
  snapshot: async ({ admin }, random) => {
    const snapshots = await admin.get('/settings/snapshots')
    const oldest = (snapshots.body as { id: string }[]).at(-1)
    if (random(2) === 0 || !oldest) return [await admin.post('/settings/snapshots', {})]
    return [await admin.delete(`/settings/snapshots/${oldest.id}`)]
  },
  /** A sudo user demotes or disables another one. `restoreSudo` reverts that. */
  removeSudo: async ({ sudo }, random) => [
    await sudo(pick(random, SUDOS)).patch(`/users/${pick(random, SUDOS)}`, {
      ...pick(random, [{ role_name: 'guest' }, { disabled: true }]),
    }),
  ],
}

function newUser(random: Random, role: string) {
  const username = pick(random, NAMES)
  return { username, email: `${username}@mixed.test`, password: TEST_PASSWORD, role_name: role }
}

const password = (random: Random) => (random(3) === 0 ? OTHER_PASSWORD : TEST_PASSWORD)

function configuration(random: Random): string {
  const role = pick(random, ROLES)
  const Users = [0, 1].map(() => {
    const username = pick(random, NAMES)
    return { username, email: `${username}@mixed.test`, role }
  })
  const Manufacturer = [0, 1, 2].map((number) => ({ name: `maker-${(random(5) + number) % 5}` }))
  return fileOf({ Roles: [{ name: role, level: 10 + random(5) }], Users, Manufacturer } as never)
}
