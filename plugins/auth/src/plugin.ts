import { accessRevocations, authenticators, callerRestrictions, definePlugin, metrics } from '@plinth/kernel'
import {
  type AccountLocks,
  type Credentials,
  credentialErrors,
  type PasswordCheck,
  type PendingLogins,
  type RateLimiter,
  type SessionRevoker,
  type UserDirectory,
} from '@plinth/kernel/contracts'
import { errors } from './errors.js'
import { AccountLockout } from './login/account-lockout.js'
import { CountedPasswordCheck } from './login/counted-password-check.js'
import { LoginCompletion } from './login/login-completion.js'
import { LoginConfirmation } from './login/login-confirmation.js'
import { LoginFailureStore } from './login/login-failure-store.js'
import { loginMetrics } from './login/login-metrics.js'
import { LoginService } from './login/login-service.js'
import { PendingLoginStore } from './login/pending-login-store.js'
import { SecondFactorCheck } from './login/second-factor-check.js'
import { SecondSteps } from './login/second-steps.js'
import { StoredPendingLogins } from './login/stored-pending-logins.js'
import { migrations } from './migrations.js'
import { completeLogin } from './routes/complete-login.js'
import { confirmLogin } from './routes/confirm-login.js'
import { currentSession } from './routes/current-session.js'
import { endSession } from './routes/end-session.js'
import { endSessions } from './routes/end-sessions.js'
import { getUserAccess } from './routes/get-user-access.js'
import { listSessions } from './routes/list-sessions.js'
import { login } from './routes/login.js'
import { logout } from './routes/logout.js'
import { unlockUser } from './routes/unlock-user.js'
import { SessionAdministration } from './sessions/session-administration.js'
import { SessionService } from './sessions/session-service.js'
import { SessionStore } from './sessions/session-store.js'
import { authSettings } from './settings.js'
import { UserAccess } from './user-access.js'

interface AuthDeps {
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly rateLimiter: RateLimiter
}

/** Services for other plugins and hosts. */
export interface AuthServices {
  readonly loginService: LoginService
  readonly sessionRevoker: SessionRevoker
  readonly accountLocks: AccountLocks
  readonly passwordCheck: PasswordCheck
  readonly sessionAdministration: SessionAdministration
  readonly userAccess: UserAccess
  readonly pendingLogins: PendingLogins
}

/** Logs users in and out: issues, authenticates and ends session keys. */
export const auth = definePlugin<AuthDeps, AuthServices>()({
  name: 'auth',
  dependsOn: ['users'],
  settings: authSettings,
  errors,
  migrations,
  services: {
    sessionStore: SessionStore,
    sessionRevoker: SessionService,
    loginFailureStore: LoginFailureStore,
    accountLocks: AccountLockout,
    passwordCheck: CountedPasswordCheck,
    secondSteps: SecondSteps,
    secondFactorCheck: SecondFactorCheck,
    pendingLoginStore: PendingLoginStore,
    pendingLogins: StoredPendingLogins,
    loginService: LoginService,
    loginCompletion: LoginCompletion,
    loginConfirmation: LoginConfirmation,
    sessionAdministration: SessionAdministration,
    userAccess: UserAccess,
  },
  contributes: ({ sessionRevoker, loginService, loginCompletion, loginConfirmation, pendingLogins }) => [
    ...loginMetrics(loginService, loginCompletion, loginConfirmation, sessionRevoker).map(metrics.of),
    authenticators.of({
      name: 'sessions',
      authenticate: (key) => sessionRevoker.authenticate(key),
      confirm: (principal, transaction) => sessionRevoker.confirm(principal, transaction),
    }),
    callerRestrictions.of({
      error: credentialErrors.PASSWORD_MUST_BE_CHANGED,
      task: 'change_password',
      appliesTo: (caller) => caller.kind === 'user' && caller.mustChangePassword === true,
    }),
    accessRevocations.of({
      revoke: (identifier, transaction) =>
        Promise.all([
          sessionRevoker.endSessions({ identifier }, transaction),
          pendingLogins.endAllOf(identifier, transaction),
        ]),
    }),
  ],
  routes: ({
    loginService,
    loginCompletion,
    loginConfirmation,
    sessionRevoker,
    sessionAdministration,
    userAccess: access,
    contributions,
    clock,
    kernelSettings: { timezone },
    settings: { sessionMax },
  }) => [
    login(loginService, { clock, timezone, sessionMax }),
    completeLogin(loginCompletion, { clock, timezone, sessionMax }),
    confirmLogin(loginConfirmation, { sessionMax }),
    logout(sessionRevoker),
    currentSession(contributions),
    listSessions(sessionAdministration),
    endSession(sessionAdministration),
    endSessions(sessionAdministration),
    getUserAccess(access),
    unlockUser(access),
  ],
  start: ({ sessionRevoker, accountLocks, pendingLogins }) => {
    sessionRevoker.start()
    pendingLogins.start()
    accountLocks.start()
  },
  stop: async ({ sessionRevoker, accountLocks, pendingLogins }) => {
    await pendingLogins.stop()
    await accountLocks.stop()
    await sessionRevoker.stop()
  },
})
