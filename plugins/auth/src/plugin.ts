import {
  type AccountLocks,
  type AddressThrottle,
  authenticators,
  type Credentials,
  definePlugin,
  type SessionRevoker,
  type UserDirectory,
} from '@plinth/kernel'
import { AccountLockout } from './account-lockout.js'
import { errors } from './errors.js'
import { LoginFailureStore } from './login-failure-store.js'
import { LoginService } from './login-service.js'
import { migrations } from './migrations.js'
import { login } from './routes/login.js'
import { logout } from './routes/logout.js'
import { SessionService } from './session-service.js'
import { SessionStore } from './session-store.js'
import { authSettings } from './settings.js'

interface AuthNeeds {
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly addressThrottle: AddressThrottle
}

/** What other plugins and hosts may use. */
export interface AuthServices {
  readonly sessionRevoker: SessionRevoker
  readonly accountLocks: AccountLocks
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
    loginFailureStore: LoginFailureStore,
    accountLocks: AccountLockout,
    loginService: LoginService,
  },
  contributes: ({ sessionRevoker }) => [
    authenticators.of({ name: 'sessions', authenticate: (key) => sessionRevoker.authenticate(key) }),
  ],
  routes: ({ loginService, sessionRevoker, clock, kernelSettings }) => [
    login(loginService, clock, kernelSettings.timezone),
    logout(sessionRevoker),
  ],
  start: ({ sessionRevoker, accountLocks }) => {
    sessionRevoker.start()
    accountLocks.start()
  },
  stop: async ({ sessionRevoker, accountLocks }) => {
    await accountLocks.stop()
    await sessionRevoker.stop()
  },
})
