import type { AccountClosing } from '../contracts/account-closing.js'
import type { Authenticator } from '../contracts/authenticator.js'
import type { CallerRestriction } from '../contracts/caller-restriction.js'
import type { ConfigurationTable } from '../contracts/configuration-table.js'
import type { DenialObserver } from '../contracts/denial-observer.js'
import type { HealthCheck } from '../contracts/health-check.js'
import type { Metric } from '../contracts/metric.js'
import type { Page } from '../contracts/page.js'
import type { PasswordRule } from '../contracts/password-rule.js'
import type { RequestObserver } from '../contracts/request-observer.js'
import type { EventRecorder } from '../contracts/security-event.js'
import { definePoint, type Point } from './point.js'

const kernelPoint = <T>(name: string): Point<T> => definePoint(name, Symbol.for(`@plinth/kernel:${name}`))

/** What else ends when a user is disabled. */
export const accountClosings = kernelPoint<AccountClosing>('accountClosings')

/** Who can tell whose a key is. Asked in the order of the plugins until one knows. */
export const authenticators = kernelPoint<Authenticator>('authenticators')

/** What callers must do before they may do anything else. */
export const callerRestrictions = kernelPoint<CallerRestriction>('callerRestrictions')

/**
 * The tables that travel in a configuration file. Their order in a file is the order here, but for those that say which
 * one they come after.
 */
export const configurationTables = kernelPoint<ConfigurationTable>('configurationTables')

/** Who is told of every request that was turned away. */
export const denialObservers = kernelPoint<DenialObserver>('denialObservers')

/** Who keeps security events, in the transaction of what they tell of. */
export const eventRecorders = kernelPoint<EventRecorder>('eventRecorders')

/** What must be well for the service to be ready. */
export const healthChecks = kernelPoint<HealthCheck>('healthChecks')

/** The numbers that an operator watches, beside those of the requests. */
export const metrics = kernelPoint<Metric>('metrics')

/** Pages for people with a browser. The index of the interface names them all and sends browsers to the first one. */
export const pages = kernelPoint<Page>('pages')

/** What a new password must satisfy, on every road that sets one. */
export const passwordRules = kernelPoint<PasswordRule>('passwordRules')

/** Who is told of every request that is over. */
export const requestObservers = kernelPoint<RequestObserver>('requestObservers')
