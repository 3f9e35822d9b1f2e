/** Login, logout and sessions. */
export type { AuthSettings } from './settings.js'
export { auth } from './plugin.js'
export { errors } from './errors.js'
