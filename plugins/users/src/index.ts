/** Roles, users and signup. */
export type { PasswordProblem } from '@plinth/kernel/contracts'
export { errors } from './errors.js'
export { type UsersServices, users } from './plugin.js'
export type { RoleAdministration } from './role-administration.js'
export type { UsersSettings } from './settings.js'
export type { UserAdministration, WantedChanges } from './user-administration.js'
export type { NewUser, SignUp, UserService, WorkWithNewUser } from './user-service.js'
export { newUserShape, signUpShape } from './user-shapes.js'
