import type { AccessRevocation } from '../contracts/access-revocation.js'
import type { Authenticator } from '../contracts/authenticator.js'
import type { CallerRestriction } from '../contracts/caller-restriction.js'
import type { ConfigurationTable } from '../contracts/configuration-table.js'
import type { ConsolePage } from '../contracts/console-page.js'
import type { DenialObserver } from '../contracts/denial-observer.js'
import type { HealthCheck } from '../contracts/health-check.js'
import type { HistoricalTable } from '../contracts/historical-table.js'
import type { Metric } from '../contracts/metric.js'
import type { Notice } from '../contracts/notice.js'
import type { Page } from '../contracts/page.js'
import type { PasswordRule } from '../contracts/password-rule.js'
import type { RequestObserver } from '../contracts/request-observer.js'
import type { RoleUse } from '../contracts/role-use.js'
import type { SecondFactor } from '../contracts/second-factor.js'
import type { EventRecorder } from '../contracts/security-event.js'
import { definePoint, type Point } from './point.js'

const kernelPoint = <T>(name: string): Point<T> => definePoint(name, Symbol.for(`@plinth/kernel:${name}`))

/** Actions that revoke a user's access, for example when the user is disabled or deleted. */
export const accessRevocations = kernelPoint<AccessRevocation>('accessRevocations')

/** Authenticators that resolve a key to its holder. Called in the order of the plugins until one recognises the key. */
export const authenticators = kernelPoint<Authenticator>('authenticators')

/** Restrictions that block callers until they have done something first. */
export const callerRestrictions = kernelPoint<CallerRestriction>('callerRestrictions')

/**
 * Tables that are exported to and imported from configuration files. In a file they are in the order of contribution,
 * except tables with `after`.
 */
export const configurationTables = kernelPoint<ConfigurationTable>('configurationTables')

/** Pages of plugins in the console, in the order of its navigation. */
export const consolePages = kernelPoint<ConsolePage>('consolePages')

/** Observers that receive every rejected request. */
export const denialObservers = kernelPoint<DenialObserver>('denialObservers')

/** Recorders that store security events in the transaction of the change that an event describes. */
export const eventRecorders = kernelPoint<EventRecorder>('eventRecorders')

/** Checks that must pass for the service to be ready. */
export const healthChecks = kernelPoint<HealthCheck>('healthChecks')

/** Tables of historical data, which can be read over REST, but are neither exported nor imported. */
export const historicalTables = kernelPoint<HistoricalTable>('historicalTables')

/** Metrics for operators, in addition to those of HTTP requests. */
export const metrics = kernelPoint<Metric>('metrics')

/** Notices for admins, which `GET /overview` shows while they apply. */
export const notices = kernelPoint<Notice>('notices')

/** Pages for browsers. The index of the REST API lists them all and redirects browsers to the first one. */
export const pages = kernelPoint<Page>('pages')

/** Rules that a new password must satisfy, however it is set. */
export const passwordRules = kernelPoint<PasswordRule>('passwordRules')

/** Observers that receive every finished request. */
export const requestObservers = kernelPoint<RequestObserver>('requestObservers')

/** Uses of roles by anything other than users. A role in use cannot be deleted. */
export const roleUses = kernelPoint<RoleUse>('roleUses')

/** Second factors: what a login needs after the password. */
export const secondFactors = kernelPoint<SecondFactor>('secondFactors')
