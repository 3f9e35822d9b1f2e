/** Login, logout and sessions. */

export { errors } from './errors.js'
export { auth } from './plugin.js'
export type { AuthSettings } from './settings.js'
