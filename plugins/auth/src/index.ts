/** Login, logout and sessions. */

export { errors } from './errors.js'

export type { LoginResult, LoginService } from './login/login-service.js'
export { endEveryPendingLogin } from './login/stored-pending-logins.js'

export { type AuthServices, auth } from './plugin.js'
export type { SessionAdministration } from './sessions/session-administration.js'
export { endEverySession, type OpenSession } from './sessions/session-store.js'
export type { AuthSettings } from './settings.js'
export type { LoginState, UserAccess } from './user-access.js'
