import { describeAuthenticator, TEST_PASSWORD } from '@plinth/testing'
import { startApp } from '../../../test/support/app.js'

const OPERATOR = { name: 'operator', level: 10 }
const GUEST = { name: 'guest', level: 256 }
/** The default of `sessionIdle`, in seconds. */
const SESSION_IDLE_S = 43_200

let userCount = 0

describeAuthenticator({
  name: 'sessions',
  start: startApp,
  issue: async (app) => {
    const username = `operator-${++userCount}`
    const { key } = await app.signIn('operator', username)
    return { key, role: OPERATOR, username }
  },
  waysToRevoke: {
    logout: ({ key }, app) => app.withKey(key).post('/users/logout'),
    'the end of all sessions': async ({ username }, app) =>
      (await app.signIn('sudo')).delete(`/users/${username}/sessions`),
    'disabling the user': async ({ username }, app) =>
      (await app.signIn('sudo')).patch(`/users/${username}`, { disabled: true }),
    'deleting the user': async ({ username }, app) => (await app.signIn('sudo')).delete(`/users/${username}`),
    'another password': ({ username }, app) =>
      app.services.internalPasswords.resetPassword(username, `${TEST_PASSWORD} 2`),
  },
  expiresAfter: SESSION_IDLE_S,
  changeRole: async ({ username }, app) => {
    await (await app.signIn('sudo')).patch(`/users/${username}`, { role_name: GUEST.name })
    return GUEST
  },
})
