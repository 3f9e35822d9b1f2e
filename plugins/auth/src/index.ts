/** Login, logout and sessions. */

export { errors } from './errors.js'
export { type AuthServices, auth } from './plugin.js'
export type { AuthSettings } from './settings.js'
