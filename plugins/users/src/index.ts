/** Roles, users, signup and look-up. */
export { errors } from './errors.js'
export { type UsersServices, users } from './plugin.js'
export type { UsersSettings } from './settings.js'
