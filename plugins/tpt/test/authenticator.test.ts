import { describeAuthenticator } from '@plinth/testing'
import { startApp } from '../../../test/support/app.js'

const DAY_S = 86_400

describeAuthenticator({
  name: 'third-party tokens',
  start: startApp,
  issue: async (app) => {
    const sudo = await app.signIn('sudo')
    const { token } = (await sudo.post('/users/create_tpt', { role_name: 'operator', expires_in_days: 1 })).body
    const { id } = (await sudo.get('/tpt')).body.at(-1)
    return { key: token as string, role: { name: 'operator', level: 10 }, id: id as string }
  },
  waysToRevoke: {
    revocation: async ({ id }, app) => (await app.signIn('sudo')).delete(`/tpt/${id}`),
  },
  expiresAfter: DAY_S,
})
