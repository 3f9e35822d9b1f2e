import { configurationTables, definePlugin, metrics, notices } from '@plinth/kernel'
import type { CodeHasher, Credentials, RateLimiter, RoleDirectory, UserDirectory } from '@plinth/kernel/contracts'
import { rolesTable, usersTable } from './configuration-tables.js'
import { errors } from './errors.js'
import { FirstStart } from './first-start.js'
import { hashingMetrics } from './hashing-metrics.js'
import { ImportedPassword } from './imported-password.js'
import { LastSudo } from './last-sudo.js'
import { logOpenRoles } from './log-open-roles.js'
import { migrations } from './migrations.js'
import { PasswordHashStore } from './password-hash-store.js'
import { PasswordHasher } from './password-hasher.js'
import { RateLimitStore } from './rate-limit-store.js'
import { RoleAdministration } from './role-administration.js'
import { RoleList } from './role-list.js'
import { RoleStore } from './role-store.js'
import { addRole } from './routes/add-role.js'
import { addUser } from './routes/add-user.js'
import { changeRole } from './routes/change-role.js'
import { changeUser } from './routes/change-user.js'
import { deleteRole } from './routes/delete-role.js'
import { deleteUser } from './routes/delete-user.js'
import { getUser } from './routes/get-user.js'
import { listRoles } from './routes/list-roles.js'
import { listUsers } from './routes/list-users.js'
import { signUp } from './routes/sign-up.js'
import { usersSettings } from './settings.js'
import { SlowCodeHasher } from './slow-code-hasher.js'
import { StoredCredentials } from './stored-credentials.js'
import { StoredRateLimiter } from './stored-rate-limiter.js'
import { UserAdministration } from './user-administration.js'
import { userNotices } from './user-notices.js'
import { UserService } from './user-service.js'
import { UserStore } from './user-store.js'

/** Services for other plugins and hosts. */
export interface UsersServices {
  readonly userDirectory: UserDirectory
  readonly roleDirectory: RoleDirectory
  readonly credentials: Credentials
  readonly codeHasher: CodeHasher
  readonly rateLimiter: RateLimiter
  readonly userService: UserService
  readonly userAdministration: UserAdministration
  readonly roleAdministration: RoleAdministration
}

/** Manages roles, users and their passwords. */
export const users = definePlugin<object, UsersServices>()({
  name: 'users',
  settings: usersSettings,
  errors,
  migrations,
  services: {
    userDirectory: UserStore,
    roleDirectory: RoleStore,
    rateLimitStore: RateLimitStore,
    rateLimiter: StoredRateLimiter,
    passwordHashStore: PasswordHashStore,
    passwordHasher: PasswordHasher,
    codeHasher: SlowCodeHasher,
    credentials: StoredCredentials,
    userService: UserService,
    lastSudo: LastSudo,
    userAdministration: UserAdministration,
    roleAdministration: RoleAdministration,
    roleList: RoleList,
    firstStart: FirstStart,
    importedPassword: ImportedPassword,
  },
  contributes: ({ importedPassword, passwordHasher, userService, settings }) => [
    ...hashingMetrics(passwordHasher).map(metrics.of),
    ...userNotices(userService, settings).map(notices.of),
    configurationTables.of(rolesTable),
    configurationTables.of(usersTable(importedPassword)),
  ],
  routes: ({ userService, userAdministration, userDirectory, roleAdministration, roleList, clock }) => [
    listUsers(userDirectory, clock),
    getUser(userDirectory),
    signUp(userService),
    addUser(userService),
    changeUser(userAdministration),
    deleteUser(userAdministration),
    listRoles(roleList),
    addRole(roleAdministration, roleList),
    changeRole(roleAdministration, roleList),
    deleteRole(roleAdministration),
  ],
  preflight: async ({ firstStart, importedPassword }) => {
    await importedPassword.check()
    await firstStart.check()
  },
  start: async ({ firstStart, rateLimiter, userService, settings, log }) => {
    await firstStart.run()
    await logOpenRoles({ userService, settings, log })
    rateLimiter.start()
  },
  stop: ({ rateLimiter }) => rateLimiter.stop(),
})
