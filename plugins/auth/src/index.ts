/** Login, logout and sessions. */

export { errors } from './errors.js'
export type { LoginService } from './login-service.js'
export { type AuthServices, auth } from './plugin.js'
export type { SessionAdministration } from './session-administration.js'
export { endEverySession, type OpenSession } from './session-store.js'
export type { AuthSettings } from './settings.js'
export { endEveryPendingLogin } from './stored-pending-logins.js'
export type { LoginState, UserAccess } from './user-access.js'
