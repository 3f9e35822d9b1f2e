import { ANONYMOUS, type Logger } from '@plinth/kernel'
import { namesOfRoles } from '@plinth/kernel/contracts'
import type { UsersSettings } from './settings.js'
import type { UserService } from './user-service.js'

interface OpenRolesDeps {
  readonly userService: UserService
  readonly settings: UsersSettings
  readonly log: Logger
}

/** Logs the roles that are open for signup without a key. */
export async function logOpenRoles({ userService, settings, log }: OpenRolesDeps): Promise<void> {
  const level = settings.signupOpenLevel
  const open = await userService.rolesFor(ANONYMOUS)
  const line =
    open.length === 0
      ? 'signup without a key is open for no roles'
      : `signup without a key is open for roles of level ${level} or higher: ${namesOfRoles(open)}`
  log.info({ signup_open_level: level }, line)
}
