import { ANONYMOUS } from '@plinth/kernel'
import type { Notice } from '@plinth/kernel/contracts'
import type { UsersSettings } from './settings.js'
import type { UserService } from './user-service.js'

/** What an admin should know about signup and imported users. */
export const userNotices = (
  userService: UserService,
  { importDefaultPassword }: Pick<UsersSettings, 'importDefaultPassword'>,
): readonly Notice[] => [
  {
    code: 'SIGNUP_OPEN',
    check: async () => {
      const roles = (await userService.rolesFor(ANONYMOUS)).map(({ name }) => name)
      return roles.length > 0 ? { roles } : undefined
    },
  },
  {
    code: 'IMPORT_PASSWORD_SHARED',
    check: () => (importDefaultPassword === undefined ? undefined : {}),
  },
]
