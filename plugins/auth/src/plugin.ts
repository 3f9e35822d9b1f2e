import { authenticators, type Credentials, definePlugin, type SessionRevoker, type UserDirectory } from '@plinth/kernel'
import { errors } from './errors.js'
import { LoginService } from './login-service.js'
import { LoginThrottle } from './login-throttle.js'
import { migrations } from './migrations.js'
import { login } from './routes/login.js'
import { logout } from './routes/logout.js'
import { SessionService } from './session-service.js'
import { SessionStore } from './session-store.js'
import { authSettings } from './settings.js'
import { Sweeper } from './sweeper.js'

interface AuthNeeds {
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
}

/** What other plugins and hosts may use. */
export interface AuthServices {
  readonly sessionRevoker: SessionRevoker
}

/** Who is logged in: hands out session keys, recognises them, and ends them. */
export const auth = definePlugin<AuthNeeds, AuthServices>()({
  name: 'auth',
  dependsOn: ['users'],
  config: authSettings,
  errors,
  migrations,
  services: {
    sessionStore: SessionStore,
    sessionRevoker: SessionService,
    loginThrottle: LoginThrottle,
    loginService: LoginService,
    sessionSweeper: Sweeper,
  },
  contributes: ({ sessionRevoker }) => [
    authenticators.of({ name: 'sessions', authenticate: (key) => sessionRevoker.authenticate(key) }),
  ],
  routes: ({ loginService, sessionRevoker, clock, kernelSettings }) => [
    login(loginService, clock, kernelSettings.timezone),
    logout(sessionRevoker),
  ],
  start: ({ sessionRevoker, sessionSweeper }) => {
    sessionRevoker.start()
    sessionSweeper.start()
  },
  stop: async ({ sessionRevoker, sessionSweeper }) => {
    await sessionSweeper.stop()
    await sessionRevoker.stop()
  },
})
