/** Roles, users and signup. */
export { errors } from './errors.js'
export type { PasswordProblem } from './password-hash-store.js'
export { type UsersServices, users } from './plugin.js'
export type { UsersSettings } from './settings.js'
export type { UserAdministration, WantedChanges } from './user-administration.js'
export type { SignUp, UserService } from './user-service.js'
export { signUpShape } from './user-shapes.js'
