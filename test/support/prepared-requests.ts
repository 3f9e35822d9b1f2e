import { TEST_PASSWORD, type TestResponse } from '@plinth/testing'
import type { App } from './app.js'
import {
  fileWithManufacturer,
  newCode,
  newFile,
  newName,
  newNumber,
  newOperator,
  newOperatorWithFactor,
  newPendingEnrolment,
  newPendingLogin,
  newRole,
  newTokenId,
} from './preparations.js'
import { codeAt } from './totp-codes.js'

/** A request to the REST API. */
export interface PreparedRequest {
  readonly name: string
  /** Whether it writes to the database. */
  readonly isWrite: boolean
  /** Creates all prerequisites. Returns a function that sends the request; it can be called until the status is 200. */
  readonly prepare: (app: App) => Promise<() => Promise<TestResponse>>
}

const readBySudo = (path: string): PreparedRequest => ({
  name: `GET ${path}`,
  isWrite: false,
  prepare: async (app) => {
    const sudo = await app.signIn('sudo')
    return () => sudo.get(path)
  },
})

/** A request for each REST route that uses the database. */
export const preparedRequests: readonly PreparedRequest[] = [
  ...[
    '/users/',
    '/users/sudo',
    '/roles',
    '/tpt',
    '/users/sudo/sessions',
    '/users/sudo/access',
    '/users/sudo/code',
    '/users/sudo/second_factor',
    '/codes',
    '/settings',
    '/audit',
    '/audit/own',
    '/session',
  ].map(readBySudo),
  ...['/metrics', '/health/ready', '/settings/sources', '/settings/tables', '/settings/tables/Users'].map(readBySudo),
  ...['/overview', '/settings/plans', '/settings/snapshots', '/settings/files'].map(readBySudo),
  ...['/settings/export_config', '/settings/canonical_config', '/audit/export']
    .map(readBySudo)
    .map((request) => ({ ...request, isWrite: true })), // they write an audit event
  {
    name: 'POST /users/login',
    isWrite: true,
    prepare: async (app) => () => app.post('/users/login', { username: 'sudo', password: TEST_PASSWORD }),
  },
  {
    name: 'POST /users/enrol_second_factor',
    isWrite: true,
    prepare: async (app) => {
      const operator = await app.signIn('operator', newName('operator'))
      return () => operator.post('/users/enrol_second_factor')
    },
  },
  {
    name: 'POST /users/confirm_second_factor',
    isWrite: true,
    prepare: async (app) => {
      const operator = await app.signIn('operator', newName('operator'))
      const { secret } = (await operator.post('/users/enrol_second_factor')).body
      return () => operator.post('/users/confirm_second_factor', { code: codeAt(secret, Date.now()) })
    },
  },
  {
    name: 'POST /users/complete_login',
    isWrite: true,
    prepare: async (app) => {
      const enrolled = await newOperatorWithFactor(app)
      const login_key = await newPendingLogin(app, enrolled)
      return () => app.post('/users/complete_login', { login_key, code: enrolled.recoveryCode })
    },
  },
  {
    name: 'POST /users/enrol_at_login',
    isWrite: true,
    prepare: async (app) => {
      const login_key = await newPendingEnrolment(app)
      return () => app.post('/users/enrol_at_login', { login_key })
    },
  },
  {
    name: 'POST /users/recovery_codes',
    isWrite: true,
    prepare: async (app) => {
      const { client } = await newOperatorWithFactor(app)
      return () => client.post('/users/recovery_codes')
    },
  },
  {
    name: 'DELETE /users/:username/second_factor',
    isWrite: true,
    prepare: async (app) => {
      const { username, client } = await newOperatorWithFactor(app)
      return () => client.delete(`/users/${username}/second_factor`)
    },
  },
  {
    name: 'POST /users/confirm',
    isWrite: true,
    prepare: async (app) => {
      const operator = await app.signIn('operator')
      return () => operator.post('/users/confirm', { password: TEST_PASSWORD })
    },
  },
  {
    name: 'POST /users/logout',
    isWrite: true,
    prepare: async (app) => {
      const operator = await app.signIn('operator')
      return () => operator.post('/users/logout')
    },
  },
  {
    name: 'POST /users/signup',
    isWrite: true,
    prepare: async (app) => {
      const username = newName('guest')
      const user = { username, role_name: 'guest', email: `${username}@plant.test`, password: TEST_PASSWORD }
      return () => app.post('/users/signup', user)
    },
  },
  {
    name: 'PATCH /users/:username',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      const username = await newOperator(app)
      return () => sudo.patch(`/users/${username}`, { role_name: 'guest', lastname: 'Other', disabled: true })
    },
  },
  {
    name: 'DELETE /users/:username',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      const username = await newOperator(app)
      return () => sudo.delete(`/users/${username}`)
    },
  },
  {
    name: 'DELETE /users/:username/lock',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      const username = await newOperator(app)
      await app.post('/users/login', { username, password: 'a wrong password' })
      return () => sudo.delete(`/users/${username}/lock`)
    },
  },
  {
    name: 'POST /roles',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      const name = newName('role')
      return () => sudo.post('/roles', { name, level: 20 })
    },
  },
  {
    name: 'PATCH /roles/:name',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      const name = await newRole(app)
      return () => sudo.patch(`/roles/${name}`, { level: 30 })
    },
  },
  {
    name: 'DELETE /roles/:name',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      const name = await newRole(app)
      return () => sudo.delete(`/roles/${name}`)
    },
  },
  {
    name: 'POST /users/change_password',
    isWrite: true,
    prepare: async (app) => {
      const username = newName('operator')
      const operator = await app.signIn('operator', username)
      const passwords = { current_password: TEST_PASSWORD, new_password: `${TEST_PASSWORD} 2` }
      return () => operator.post('/users/change_password', { target_username: username, ...passwords })
    },
  },
  {
    name: 'POST /users/reset_password',
    isWrite: true,
    prepare: async (app) => {
      const admin = await app.signIn('admin')
      const username = await newOperator(app)
      return () => admin.post('/users/reset_password', { target_username: username, new_password: TEST_PASSWORD })
    },
  },
  {
    name: 'POST /users/add',
    isWrite: true,
    prepare: async (app) => {
      const admin = await app.signIn('admin')
      const username = newName('added')
      return () => admin.post('/users/add', { username, role_name: 'operator', email: `${username}@plant.test` })
    },
  },
  ...(['post', 'delete'] as const).map((method) => ({
    name: `${method.toUpperCase()} /users/:username/code`,
    isWrite: true,
    prepare: async (app: App) => {
      const username = await newOperator(app)
      await newCode(app, username)
      const admin = await app.signIn('admin')
      return () => admin[method](`/users/${username}/code`)
    },
  })),
  {
    name: 'POST /users/redeem_code',
    isWrite: true,
    prepare: async (app) => {
      const username = await newOperator(app)
      const code = await newCode(app, username)
      return () => app.post('/users/redeem_code', { username, code, new_password: `${TEST_PASSWORD} 2` })
    },
  },
  {
    name: 'POST /users/create_tpt',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      return () => sudo.post('/users/create_tpt', { role_name: 'guest' })
    },
  },
  {
    name: 'DELETE /tpt/:id',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      const id = await newTokenId(app)
      return () => sudo.delete(`/tpt/${id}`)
    },
  },
  {
    name: 'DELETE /users/:username/sessions',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      const username = await newOperator(app)
      return () => sudo.delete(`/users/${username}/sessions`)
    },
  },
  {
    name: 'DELETE /users/:username/sessions/:id',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      const username = await newOperator(app)
      const { id } = (await sudo.get(`/users/${username}/sessions`)).body[0]
      return () => sudo.delete(`/users/${username}/sessions/${id}`)
    },
  },
  {
    name: 'PUT /settings/update',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      return () => sudo.put('/settings/update', { logger_period: 10 + newNumber(), log_level: 50 })
    },
  },
  {
    name: 'PUT /settings/debug',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      return () => sudo.put('/settings/debug', { minutes: 1 + (newNumber() % 100) })
    },
  },
  {
    name: 'DELETE /settings/debug',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      await sudo.put('/settings/debug', { minutes: 1 })
      return () => sudo.delete('/settings/debug')
    },
  },
  {
    name: 'POST /audit/verify',
    isWrite: false,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      return () => sudo.post('/audit/verify')
    },
  },
  {
    name: 'PUT /settings/logger_period',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      return () => sudo.put('/settings/logger_period', { logger_period: 10 + newNumber() })
    },
  },
  {
    name: 'POST /settings/plans',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      const name = newName('manufacturer')
      return () => sudo.upload('/settings/plans', fileWithManufacturer(name))
    },
  },
  ...['', '/changes'].map((part) => ({
    name: `GET /settings/plans/:plan${part}`,
    isWrite: false,
    prepare: async (app: App) => {
      const sudo = await app.signIn('sudo')
      const { body } = await sudo.upload('/settings/plans', fileWithManufacturer(newName('manufacturer')))
      return () => sudo.get(`/settings/plans/${body.id}${part}`)
    },
  })),
  {
    name: 'POST /settings/plans/:plan/apply',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      const { body } = await sudo.upload('/settings/plans', fileWithManufacturer(newName('manufacturer')))
      const headers = { 'If-Match': '*' }
      return () => sudo.post(`/settings/plans/${body.id}/apply`, undefined, { headers })
    },
  },
  {
    name: 'DELETE /settings/plans/:plan',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      const { body } = await sudo.upload('/settings/plans', fileWithManufacturer(newName('manufacturer')))
      return () => sudo.delete(`/settings/plans/${body.id}`)
    },
  },
  {
    name: 'POST /settings/snapshots',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      return () => sudo.post('/settings/snapshots', {})
    },
  },
  ...(['get', 'delete'] as const).map((method) => ({
    name: `${method.toUpperCase()} /settings/snapshots/:snapshot`,
    isWrite: true, // GET writes an audit event
    prepare: async (app: App) => {
      const sudo = await app.signIn('sudo')
      const { body } = await sudo.post('/settings/snapshots', {})
      return () => sudo[method](`/settings/snapshots/${body.id}`)
    },
  })),
  {
    name: 'POST /settings/snapshots/:snapshot/plan',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      const { body } = await sudo.post('/settings/snapshots', {})
      return () => sudo.post(`/settings/snapshots/${body.id}/plan`)
    },
  },
  {
    name: 'POST /settings/files',
    isWrite: true,
    prepare: async (app) => {
      const sudo = await app.signIn('sudo')
      const name = newName('manufacturer')
      return () => sudo.upload('/settings/files', fileWithManufacturer(name))
    },
  },
  {
    name: 'DELETE /settings/files/:file',
    isWrite: true,
    prepare: async (app) => {
      const file = await newFile(app)
      const sudo = await app.signIn('sudo')
      return () => sudo.delete(`/settings/files/${file}`)
    },
  },
  ...['present', 'file'].map((to) => ({
    name: `POST /settings/comparisons${to === 'file' ? ' with a file' : ''}`,
    isWrite: true,
    prepare: async (app: App) => {
      const side = to === 'file' ? await newFile(app) : to
      const sudo = await app.signIn('sudo')
      return () => sudo.post('/settings/comparisons', { from: 'present', to: side })
    },
  })),
  {
    name: 'POST /settings/merges',
    isWrite: true,
    prepare: async (app) => {
      const [base, theirs] = [await newFile(app), await newFile(app)]
      const sudo = await app.signIn('sudo')
      return () => sudo.post('/settings/merges', { base, theirs })
    },
  },
  ...['', '?dry_run=true', '?atomic=true'].map((query) => ({
    name: `POST /settings/import_config${query}`,
    isWrite: true,
    prepare: async (app: App) => {
      const sudo = await app.signIn('sudo')
      const name = newName('manufacturer')
      return () => sudo.upload(`/settings/import_config${query}`, fileWithManufacturer(name))
    },
  })),
]
