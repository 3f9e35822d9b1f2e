/** Changes and resets passwords, for callers whose role allows it. */
export { errors } from './errors.js'
export type { InternalPasswords, PasswordOutcome } from './internal-passwords.js'
export { type PasswordsServices, passwords } from './plugin.js'
export type { PasswordSettings } from './settings.js'
