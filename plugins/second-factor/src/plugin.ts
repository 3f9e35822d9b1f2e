import { definePlugin, metrics, secondFactors } from '@plinth/kernel'
import type {
  CodeHasher,
  DerivedKeys,
  Metric,
  PendingLogins,
  RateLimiter,
  UserDirectory,
} from '@plinth/kernel/contracts'
import { errors } from './errors.js'
import { FactorAdministration } from './factor-administration.js'
import { FactorEnrolment } from './factor-enrolment.js'
import { migrations } from './migrations.js'
import { RecoveryCodes } from './recovery-codes.js'
import { confirmSecondFactor } from './routes/confirm-second-factor.js'
import { enrolAtLogin } from './routes/enrol-at-login.js'
import { enrolSecondFactor } from './routes/enrol-second-factor.js'
import { readSecondFactor } from './routes/read-second-factor.js'
import { removeSecondFactor } from './routes/remove-second-factor.js'
import { renewRecoveryCodes } from './routes/renew-recovery-codes.js'
import { SealedSecrets } from './sealed-secrets.js'
import { SecondFactorStore } from './second-factor-store.js'
import { secondFactorSettings } from './settings.js'
import { TotpFactor } from './totp-factor.js'

interface SecondFactorDeps {
  readonly userDirectory: UserDirectory
  readonly pendingLogins: PendingLogins
  readonly rateLimiter: RateLimiter
  readonly derivedKeys: DerivedKeys
  readonly codeHasher: CodeHasher
}

/** Services for other plugins and hosts. */
export interface SecondFactorServices {
  readonly factorEnrolment: FactorEnrolment
  readonly factorAdministration: FactorAdministration
}

/** Asks for a second factor at login: a code of an authenticator app, or a recovery code. */
export const secondFactor = definePlugin<SecondFactorDeps, SecondFactorServices>()({
  name: 'second-factor',
  dependsOn: ['users', 'auth', 'tpt'],
  settings: secondFactorSettings,
  errors,
  migrations,
  services: {
    secondFactorStore: SecondFactorStore,
    sealedSecrets: SealedSecrets,
    recoveryCodes: RecoveryCodes,
    totpFactor: TotpFactor,
    factorEnrolment: FactorEnrolment,
    factorAdministration: FactorAdministration,
  },
  contributes: ({ totpFactor, secondFactorStore }) => [
    secondFactors.of(totpFactor),
    metrics.of(enrolledUsers(secondFactorStore)),
  ],
  routes: ({ factorEnrolment, factorAdministration }) => [
    enrolSecondFactor(factorEnrolment),
    enrolAtLogin(factorEnrolment),
    confirmSecondFactor(factorEnrolment),
    renewRecoveryCodes(factorEnrolment),
    readSecondFactor(factorAdministration),
    removeSecondFactor(factorAdministration),
  ],
})

const enrolledUsers = (store: SecondFactorStore): Metric => ({
  name: 'plinth_second_factors',
  help: 'Users with a second factor.',
  type: 'gauge',
  read: () => store.countEnrolled(),
})
