import { credentialErrors, defineErrors, directoryErrors, throttleErrors } from '@plinth/kernel'

export const errors = {
  ...directoryErrors,
  ...credentialErrors,
  ...throttleErrors,
  ...defineErrors({
    ROLE_NOT_YOURS_TO_GIVE: [
      403,
      'Signing up with the role "{role}" needs the key of an admin or sudo who may give it.',
    ],
    USER_NOT_FOUND: [404, 'There is no user of that name.'],
    USERNAME_TAKEN: [409, 'A user with that username is there already.'],
    EMAIL_TAKEN: [409, 'A user with that e-mail address is there already.'],
  }),
}
