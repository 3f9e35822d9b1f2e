import { defineErrors } from '@plinth/kernel'
import { credentialErrors, directoryErrors, rateLimitErrors } from '@plinth/kernel/contracts'

/** The errors of users and roles, and those of the contracts that this plugin fulfils. */
export const errors = {
  ...directoryErrors,
  ...credentialErrors,
  ...rateLimitErrors,
  ...defineErrors({
    ROLE_NOT_YOURS_TO_GIVE: [
      403,
      'Only an admin or sudo user who is at least as privileged may assign the role "{role}".',
    ],
    ROLE_REQUIRES_COMMAND: [
      403,
      'Only the CLI, on the machine itself, can create, change, delete, assign or remove a role of level 0: plinth users set-role, plinth roles.',
    ],
    ROLE_EXISTS: [409, 'A role named "{role}" already exists.'],
    TOO_MANY_ROLES: [409, 'There are {max} roles already. Delete one that nobody has.'],
    ROLE_RESERVED: [409, 'The role "{role}" has rules of its own. It cannot be changed or deleted.'],
    ROLE_IN_USE: [409, 'The role "{role}" is in use ({uses}). Give its users another role, and revoke its tokens.'],
    USER_NOT_YOURS_TO_CHANGE: [403, 'Your role does not allow you to change this user.'],
    USERNAME_TAKEN: [409, 'A user with that username already exists.'],
    EMAIL_TAKEN: [409, 'A user with that e-mail address already exists.'],
    LAST_SUDO: [
      409,
      'This is the last sudo user who can log in and whose account does not end: create another one first.',
    ],
    USER_IN_USE: [409, 'Other data refers to this user. Disable the user instead.'],
  }),
}
