import { definePlugin, passwordRules } from '@plinth/kernel'
import type {
  AccountLocks,
  Credentials,
  PasswordCheck,
  RateLimiter,
  SessionRevoker,
  UserDirectory,
} from '@plinth/kernel/contracts'
import { errors } from './errors.js'
import { InternalPasswords } from './internal-passwords.js'
import { minimumLength } from './minimum-length.js'
import { notAName } from './not-a-name.js'
import { notBreached } from './not-breached.js'
import { notCommon } from './not-common.js'
import { PasswordService } from './password-service.js'
import { changePassword } from './routes/change-password.js'
import { resetPassword } from './routes/reset-password.js'
import { passwordSettings } from './settings.js'
import { withoutWords } from './without-words.js'

interface PasswordsDeps {
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly sessionRevoker: SessionRevoker
  readonly accountLocks: AccountLocks
  readonly passwordCheck: PasswordCheck
  readonly rateLimiter: RateLimiter
}

/** Services for other plugins and hosts. */
export interface PasswordsServices {
  readonly internalPasswords: InternalPasswords
}

/** Changes and resets passwords, and contributes the password rules. */
export const passwords = definePlugin<PasswordsDeps, PasswordsServices>()({
  name: 'passwords',
  dependsOn: ['users', 'auth'],
  settings: passwordSettings,
  errors,
  services: { passwordService: PasswordService, internalPasswords: InternalPasswords },
  contributes: ({ settings, log }) => [
    passwordRules.of(minimumLength(settings.passwordMinLength)),
    passwordRules.of(notAName),
    passwordRules.of(withoutWords(settings.passwordRefusedWords)),
    passwordRules.of(notCommon(settings.passwordMinLength)),
    ...(settings.passwordBreachCheck ? [passwordRules.of(notBreached({ log }))] : []),
  ],
  routes: ({ passwordService }) => [changePassword(passwordService), resetPassword(passwordService)],
})
