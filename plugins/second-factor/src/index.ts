/** A second factor at login: codes of an authenticator app, and recovery codes. */
export { errors } from './errors.js'
export type { FactorAdministration, FactorState } from './factor-administration.js'
export { type FactorCoverage, factorCoverage } from './factor-coverage.js'
export type { Enrolment, FactorEnrolment } from './factor-enrolment.js'
export { type SecondFactorServices, secondFactor } from './plugin.js'
export { deleteEveryRecoveryCode } from './recovery-codes.js'
export type { SecondFactorSettings } from './settings.js'
